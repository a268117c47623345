import * as z from 'zod/mini';
import { visibleText } from '../console-text.ts';
import { version } from '../edited.ts';
import { uuid } from '../fields.ts';

/** Longest reply, in characters. */
export const REPLY_MAX = 10_000;

/** Plain text that staff write: a reply, or a text that is inserted into replies. */
export const replyText = (prompt: string) => visibleText(prompt, REPLY_MAX);

export const replyForm = z.strictObject({
  /** Chosen by the client: a repeated request with it sends nothing more. */
  id: uuid(),
  reply: replyText('Write a reply'),
  /** Whether to close the conversation after it. */
  closes: z.boolean(),
  version: version(),
});
