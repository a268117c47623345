import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { viewForm } from './identity/saved-view.ts';
import { cannedReplyFields } from './messaging/canned-reply.ts';
import { replyForm } from './messaging/reply-form.ts';
import { noteForm, tagForm } from './system/people-http.ts';

const FIELDS: Readonly<Record<string, z.ZodMiniType>> = {
  'a reply': replyForm.shape.reply,
  'a canned reply': cannedReplyFields.reply,
  'the name of a canned reply': cannedReplyFields.name,
  'the name of a saved view': viewForm.shape.name,
  'a tag': tagForm.shape.tag,
  'a note': noteForm.shape.note,
};
const LINES = ['the name of a canned reply', 'the name of a saved view', 'a tag'];
const messageOf = (field: string, text: string) => z.safeParse(FIELDS[field]!, text).error?.issues[0]?.message;

describe('what staff type', () => {
  it.each(Object.keys(FIELDS))('shows something: %s', (field) => {
    for (const text of ['\u200b', ' \u200b\u2060 ', '\u202e', '\u3164', '\ufe0f', '\n\u00ad\n'])
      expect(messageOf(field, text)).toMatch(
        /^(Enter|Write)|must have visible characters$|must be one line, without hidden characters$/,
      );
    for (const text of ['Yes', '中文', 'שלום', '👍🏽', 'e\u0301'])
      expect([field, messageOf(field, text)]).toEqual([field, undefined]);
  });

  it.each(LINES)('is one line that turns no text around: %s', (field) => {
    for (const text of ['\u202egat', 'a\u2066b']) expect(messageOf(field, text)).toMatch(/must be one line/);
  });
});
