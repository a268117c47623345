import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID } from '../route-docs/samples.ts';
import type * as http from './picture-http.ts';

export const pictureDocs = {
  uploadPicture: {
    summary: 'Uploads a picture for an article.',
    description:
      'PNG, JPEG, WebP or AVIF by its content, at most 10 MB, 200 to 12,000 pixels on each side and 50 megapixels in all. `invalid_request` says why a file is refused. The picture is stored in up to three widths as AVIF and WebP, without its metadata. An article names it as `![alt text](/api/pictures/{id}/{width}x{height})`; a picture that no article names is deleted after seven days.',
    errors: ['request_too_slow'],
    body: 'the bytes of the file',
    response: { id: ID, width: 1440, height: 960 },
  },
  readPicture: {
    summary: 'Reads a picture of an article in one width and format.',
    description:
      '`file` is a width and a format: `480.avif`, `960.webp`; the largest width is the one in the address that the article has. The file never changes.',
    params: { id: ID, file: '960.avif' },
    file: 'image/avif',
  },
} satisfies DocsOf<typeof http>;
