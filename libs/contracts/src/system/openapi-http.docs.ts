import type { DocsOf } from '../route-docs/route-docs.ts';
import type * as http from './openapi-http.ts';

export const openApiDocs = {
  readApiDescription: {
    summary: 'Describes this API as an OpenAPI 3.1 document.',
    description: 'Send the `etag` of your copy as `if-none-match` to download it only after a change.',
    response: { openapi: '3.1.1', info: { title: 'Lectern API', version: '1.0.0' }, paths: {} },
  },
  readApiDocs: { summary: 'Shows this document as a page to read.', errors: ['route_unknown'] },
} as const satisfies DocsOf<typeof http>;
