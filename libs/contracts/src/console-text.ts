import * as z from 'zod/mini';
import { line } from './content/text-fields.ts';
import { LINE_MAX, MESSAGES } from './fields.ts';

/* Texts that staff type in the console. Pages of visitors do not load this module. */

/** Spaces, marks of direction, joiners and fillers, which show nothing by themselves. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Mn}\u115f\u1160\u2800\u3164\uffa0]/gu;

const isVisible = (text: string): boolean => text.replaceAll(INVISIBLE, '') !== '';

/** A required text that shows something. */
export const visibleText = (prompt: string, max: number) =>
  z
    .string({ error: prompt })
    .check(
      z.trim(),
      z.minLength(1, prompt),
      z.maxLength(max, { error: MESSAGES.tooLong, abort: true }),
      z.refine(isVisible, prompt),
    );

/** As {@link visibleText}, in one line that keeps the direction of the text around it. */
export const visibleLine = (prompt: string, max: number = LINE_MAX) =>
  line(prompt, max).check(z.refine(isVisible, prompt));
