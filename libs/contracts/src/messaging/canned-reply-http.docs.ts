import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID } from '../route-docs/samples.ts';
import type * as http from './canned-reply-http.ts';

const typed = { name: 'Listening first', reply: 'You are welcome to listen on any Sunday.' };
const cannedReply = { id: ID, ...typed, version: 1 };
const params = { id: ID };

export const cannedReplyDocs = {
  listCannedReplies: {
    summary: 'Lists the texts that staff insert into replies, by name.',
    response: { items: [cannedReply] },
  },
  addCannedReply: {
    summary: 'Adds a text that staff insert into replies.',
    description: 'Choose `id`, and repeat a request with the same one: the text is added once.',
    body: { id: ID, ...typed },
    response: cannedReply,
  },
  editCannedReply: {
    summary: 'Changes a text that staff insert into replies.',
    description: 'Send the `version` that the edit began from.',
    params,
    body: { ...typed, version: 1 },
    response: { ...cannedReply, version: 2 },
  },
  deleteCannedReply: {
    summary: 'Deletes a text that staff insert into replies.',
    params,
    response: { message: 'Canned reply deleted' },
  },
} satisfies DocsOf<typeof http>;
