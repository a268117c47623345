import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCE = fileURLToPath(new URL('..', import.meta.url));

/** Class names that a component uses and its style sheet lacks, by the component's file. */
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

// The compiler does not report a class that was removed from a style sheet.
it('every class that a component names is in its style sheet', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(unknownIn)).toEqual([]);
});
