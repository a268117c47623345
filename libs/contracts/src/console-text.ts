import * as z from 'zod/mini';
import { line } from './content/text-fields.ts';
import { MESSAGES, VISIBLE } from './fields.ts';

/* Texts that staff type in the console. Pages of visitors do not load this module. */

/** A required text that shows something. */
export const visibleText = (prompt: string, max: number) =>
  z
    .string({ error: prompt })
    .check(
      z.trim(),
      z.minLength(1, prompt),
      z.maxLength(max, { error: MESSAGES.tooLong, abort: true }),
      z.regex(VISIBLE, prompt),
    );

/** As {@link visibleText}, in one line that keeps the direction of the text around it. */
export const visibleLine: typeof line = line;
