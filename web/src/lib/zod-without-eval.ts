import * as z from 'zod/mini';

// zod may compile parsers with `new Function`, which the content security policy forbids and reports. Imported by the modules
// that parse, so that pages without a form do not load zod.
z.config({ jitless: true });
