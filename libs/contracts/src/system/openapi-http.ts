import * as z from 'zod/mini';
import { htmlPage } from '../fields.ts';
import { route } from '../route.ts';

// Apart from the other routes: no page of the site calls them.

/** This API as an OpenAPI 3.1 document (`openapi/document.ts`). */
export const readApiDescription = route({
  method: 'GET',
  path: '/api/openapi.json',
  audience: 'public',
  rateLimit: 'none',
  isShared: true,
  response: z.record(z.string(), z.unknown()),
});

/** The same as a page to read. */
export const readApiDocs = route({
  method: 'GET',
  path: '/api/docs',
  audience: 'public',
  rateLimit: 'none',
  isShared: true,
  response: htmlPage,
});
