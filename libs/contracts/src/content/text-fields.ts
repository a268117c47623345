import * as z from 'zod/mini';
import { fieldMessage, LINE_MAX, ONE_LINE, requiredLine } from '../fields.ts';
import { PLACEHOLDER, PLACEHOLDERS } from './placeholders.ts';

/* Fields of the texts that an association changes itself. */

export const IN_ONE_LINE = fieldMessage((field) => `${field} must be one line, without hidden characters`);
const PARAGRAPH_MAX = 2_000;

export const line = (prompt: string, max: number = LINE_MAX) =>
  requiredLine(prompt, max).check(z.regex(ONE_LINE, { error: IN_ONE_LINE }));
export const paragraph = (prompt: string) => requiredLine(prompt, PARAGRAPH_MAX);

/** A list with at least one item, and a maximum that keeps a page readable. */
export const list = <T extends z.ZodMiniType>(item: T, [one, several]: readonly [string, string], max: number) =>
  z
    .array(item)
    .check(z.minLength(1, `Add at least one ${one}`), z.maxLength(max, `There can be at most ${max} ${several}`));

/** A list that may have no items: the page then leaves it out. */
export const listOrNone = <T extends z.ZodMiniType>(item: T, several: string, max: number) =>
  z.array(item).check(z.maxLength(max, `There can be at most ${max} ${several}`));

/** A list that a page has a fixed number of places for. */
export const exactly = <T extends z.ZodMiniType>(item: T, count: number, several: string) => {
  const error = `There must be ${count} ${several}`;
  return z.array(item).check(z.minLength(count, error), z.maxLength(count, error));
};

const unknownIn = (words: string): string | undefined =>
  [...words.matchAll(PLACEHOLDER)].find(([, name]) => !(PLACEHOLDERS as readonly string[]).includes(name!))?.[0];

const isKnown = (words: string): boolean => unknownIn(words) === undefined;

/** Refuses words with a placeholder that no page can fill in. */
export const isFilledIn = () =>
  z.refine<string>(isKnown, {
    error: (issue) => `No page can fill in ${unknownIn(String(issue.input)) ?? ''}. The list above has what it can`,
  });
