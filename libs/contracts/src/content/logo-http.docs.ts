import type { DocsOf } from '../route-docs/route-docs.ts';
import type * as http from './logo-http.ts';

const id = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export const logoDocs = {
  uploadLogo: {
    summary: 'Uploads a logo: a PNG or WebP of at most 1 MB.',
    description:
      'It is stored as a PNG. The console draws an SVG to a PNG before the upload. A logo that no version of the profile names is deleted after a day.',
    errors: ['request_too_slow'],
    body: 'the bytes of the file',
    response: { id, width: 512, height: 512 },
  },
  readLogo: { summary: 'Reads a logo as a PNG.', errors: ['not_found'], params: { id }, file: 'image/png' },
} satisfies DocsOf<typeof http>;
