import * as z from 'zod/mini';
import { rpc } from '../rpc.ts';

/** Who asked: a person, a program that fetches whatever comes, or somebody who only asks whether there is something (HEAD). */
export const letterVisitor = z.enum(['person', 'machine', 'nobody']);
export type LetterVisitor = z.output<typeof letterVisitor>;

/** The letter of a token was opened. Another token changes nothing. */
export const noteOpening = rpc({
  name: 'messaging.note-opening.v1',
  input: z.object({ token: z.string(), visitor: letterVisitor }),
  output: z.object({}),
});

/** Where the link of a letter leads; null where there is none. It is counted where a person follows it. */
export const followLink = rpc({
  name: 'messaging.follow-link.v1',
  input: z.object({ token: z.string(), index: z.number(), visitor: letterVisitor }),
  output: z.object({ url: z.nullable(z.string()) }),
});
