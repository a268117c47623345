import * as z from 'zod/mini';
import { rpc } from '../rpc.ts';

/** Who asked: a person, a program that fetches whatever comes, or somebody who only asks whether there is something (HEAD). */
export const emailVisitor = z.enum(['person', 'machine', 'nobody']);
export type EmailVisitor = z.output<typeof emailVisitor>;

/** The email of a token was opened. Another token changes nothing. */
export const noteOpening = rpc({
  name: 'messaging.note-opening.v1',
  input: z.object({ token: z.string(), visitor: emailVisitor }),
  output: z.object({}),
});

/** Where the link of an email leads; null where there is none. It is counted where a person follows it. */
export const followLink = rpc({
  name: 'messaging.follow-link.v1',
  input: z.object({ token: z.string(), index: z.number(), visitor: emailVisitor }),
  output: z.object({ url: z.nullable(z.string()) }),
});
