import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildEditorial, EditorialError } from './build-editorial.ts';

/** `npx nx run editorial:build`: the texts of `editorial/` into `editorial/dist/`. */
const root = fileURLToPath(new URL('../../../editorial', import.meta.url));
const setting = (name: string, fallback: string): string => process.env[`VITE_${name}`] || fallback;

try {
  const { articles, testimonials, documents } = await buildEditorial(root, join(root, 'dist'), {
    // The web build's own variables: one profile of the association.
    name: setting('ASSOCIATION_NAME', 'Lectern'),
    fullName: setting('ASSOCIATION_FULL_NAME', 'Lectern Speech & Debate Association'),
  });
  console.log(`${articles.length} articles, ${testimonials.length} testimonials, ${documents.length} documents`);
} catch (error) {
  if (!(error instanceof EditorialError)) throw error;
  for (const problem of error.problems) console.error(`editorial/${problem}`);
  process.exitCode = 1;
}
