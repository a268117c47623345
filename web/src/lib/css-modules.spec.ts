import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const SOURCE = fileURLToPath(new URL('..', import.meta.url));

/** Class names that a component asks its style sheet for and that it does not have, by the component's file. */
const unknownIn = (file: string): string[] => {
  const text = readFileSync(join(SOURCE, file), 'utf8');
  return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)].flatMap(([, name, sheet]) => {
    const css = readFileSync(join(SOURCE, dirname(file), sheet!), 'utf8');
    const known = new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, known]) => known));
    return [...text.matchAll(new RegExp(`\\b${name}\\['([^']+)'\\]`, 'g'))].flatMap(([, asked]) =>
      known.has(asked) ? [] : `${file}: .${asked} of ${sheet}`,
    );
  });
};

// A class that went from a sheet is no error to a compiler: it is only no longer there.
it('every class that a component names is in its style sheet', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(unknownIn)).toEqual([]);
});
