import * as z from 'zod/mini';
import { visibleLine } from '../console-text.ts';
import { uuid } from '../fields.ts';
import { replyText } from './reply-form.ts';

/** More than a person finds in a menu. */
export const CANNED_REPLIES_MAX = 100;

/** A named text that staff insert into replies. */
export const cannedReply = z.object({ id: uuid(), name: z.string(), reply: z.string(), version: z.number() });
export type CannedReply = z.output<typeof cannedReply>;

export const cannedReplyFields = {
  name: visibleLine('Enter a name'),
  reply: replyText('Enter the text'),
};
