import * as z from 'zod/mini';
import { fieldMessage, LINE_MAX, ONE_LINE, requiredLine, uuid } from '../fields.ts';
import { replyText } from './reply-form.ts';

/** More than a person finds in a menu. */
export const CANNED_REPLIES_MAX = 100;

/** A named text that staff insert into replies. */
export const cannedReply = z.object({ id: uuid(), name: z.string(), reply: z.string(), version: z.number() });
export type CannedReply = z.output<typeof cannedReply>;

export const cannedReplyFields = {
  name: requiredLine('Enter a name', LINE_MAX).check(
    z.regex(ONE_LINE, { error: fieldMessage((field) => `${field} must be one line`) }),
  ),
  reply: replyText('Enter the text'),
};
