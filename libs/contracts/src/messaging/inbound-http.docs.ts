import type { DocsOf } from '../route-docs/route-docs.ts';
import type * as http from './inbound-http.ts';

export const inboundDocs = {
  sendgridInbound: {
    summary: 'Receives an email that SendGrid received for us.',
    description:
      'The signature covers the form byte for byte. An answer to a reply of staff becomes a message of its conversation. A 200 means that it is stored, or that it belongs to none.',
    body: {
      envelope: '{"to":["re-…@reply.example.org"],"from":"sample@example.org"}',
      from: 'Sample Person <sample@example.org>',
      text: 'Thank you, I will come.',
    },
    response: { received: true },
  },
} satisfies DocsOf<typeof http>;
