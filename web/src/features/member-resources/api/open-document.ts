import { openDocument } from '@lectern/contracts/content/http';
import { callMember } from '../../../lib/call-member.ts';

/** A link that opens the document for this member, for some minutes. */
export const linkToDocument = (key: string) => callMember(openDocument, { params: { key } });
