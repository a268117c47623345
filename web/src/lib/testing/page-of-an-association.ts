import { showAssociation } from '../page-association.ts';

// As in a browser, whose page is one association's.
showAssociation({});
