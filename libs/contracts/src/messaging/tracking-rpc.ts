import * as z from 'zod/mini';
import { rpc } from '../rpc.ts';

/** The kind of caller: a person, a program that fetches every link, or a caller that only checks whether it exists (HEAD). */
export const emailVisitor = z.enum(['person', 'machine', 'nobody']);
export type EmailVisitor = z.output<typeof emailVisitor>;

/** Records that the email of a token was opened. An unknown token changes nothing. */
export const noteOpening = rpc({
  name: 'messaging.note-opening.v1',
  input: z.object({ token: z.string(), visitor: emailVisitor }),
  output: z.object({}),
});

/** The target of a link in an email; null where there is none. Counted where a person follows it. */
export const followLink = rpc({
  name: 'messaging.follow-link.v1',
  input: z.object({ token: z.string(), index: z.number(), visitor: emailVisitor }),
  output: z.object({ url: z.nullable(z.string()) }),
});
