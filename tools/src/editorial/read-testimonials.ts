import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type EditorialTestimonial, SLUG } from '@lectern/contracts/content/editorial';
import { typographic } from '@lectern/contracts/content/typographic';
import type { Read } from './read-articles.ts';

const line = (name: string, max: number) =>
  z
    .string({ error: `has no ${name}` })
    .check(
      z.trim(),
      z.minLength(1, `has no ${name}`),
      z.maxLength(max, `has a ${name} of more than ${max} characters`),
    );

const written = z.array(
  z.strictObject({
    key: z
      .string({ error: 'has no key' })
      .check(z.regex(SLUG, 'has a key that is not small letters, digits and hyphens')),
    name: line('name', 60),
    role: line('role', 80),
    quote: line('quote', 500),
    context: line('context', 120),
    rating: z
      .int({ error: 'has a rating that is not a whole number' })
      .check(z.minimum(1, 'has a rating below 1'), z.maximum(5, 'has a rating above 5')),
    sample: z.optional(z.boolean()),
  }),
);

/** `testimonials.json` of the editorial folder, in its own order. */
export const readTestimonials = (root: string): Read<EditorialTestimonial> => {
  const name = 'testimonials.json';
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(join(root, name), 'utf8'));
  } catch {
    return { items: [], problems: [`${name} is not there, or is not JSON`] };
  }
  const parsed = written.safeParse(json);
  if (!parsed.success) {
    return {
      items: [],
      problems: parsed.error.issues.map((issue) =>
        issue.code === 'unrecognized_keys'
          ? `${name} entry ${Number(issue.path[0]) + 1} has unknown fields: ${issue.keys.join(', ')}`
          : `${name} entry ${Number(issue.path[0]) + 1} ${issue.message}`,
      ),
    };
  }
  const keys = parsed.data.map(({ key }) => key);
  const twice = keys.filter((key, index) => keys.indexOf(key) < index);
  return {
    items: parsed.data.map((entry) => ({ ...entry, quote: typographic(entry.quote), sample: entry.sample ?? false })),
    problems: twice.map((key) => `${name} has the key ${key} twice`),
  };
};
