import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ASSOCIATION } from '@lectern/contracts/association';
import { buildEditorial, EditorialError } from './build-editorial.ts';

/** `npx nx run editorial:build`: the texts of `editorial/` into `editorial/dist/`. */
const root = fileURLToPath(new URL('../../../editorial', import.meta.url));
// As the web build reads it. An empty variable is one that is not set.
const association = process.env['ASSOCIATION_FULL_NAME'] || ASSOCIATION.ASSOCIATION_FULL_NAME;

try {
  const { articles, testimonials, documents } = await buildEditorial(root, join(root, 'dist'), association);
  console.log(`${articles.length} articles, ${testimonials.length} testimonials, ${documents.length} documents`);
} catch (error) {
  if (!(error instanceof EditorialError)) throw error;
  for (const problem of error.problems) console.error(`editorial/${problem}`);
  process.exitCode = 1;
}
