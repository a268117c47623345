import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCE = fileURLToPath(new URL('..', import.meta.url));

/** Each query that asks with a person's token, by its file: the first word of its key. */
const keysOf = (caller: string): Record<string, string[]> => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.spec.'),
  );
  const asking = files
    .map((file) => [file, readFileSync(join(SOURCE, file), 'utf8')] as const)
    .filter(([, text]) => text.includes(`${caller}(`));
  return Object.fromEntries(
    asking
      .map(
        ([file, text]) =>
          [file, [...text.matchAll(/queryKey: \[\s*'([^']*)'/g)].map(([, first]) => first ?? '')] as const,
      )
      .filter(([, keys]) => keys.length > 0),
  );
};

// `Providers` removes queries by this word when another person signs in.
it.each([
  ['member', 'callMember'],
  ['admin', 'callAdmin'],
])('what is fetched for a %s is kept under that word', (word, caller) => {
  const keys = keysOf(caller);
  expect(Object.keys(keys).length).toBeGreaterThan(2);
  for (const [file, firsts] of Object.entries(keys))
    for (const first of firsts) expect({ file, first }).toEqual({ file, first: word });
});
