import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Editorial, editorial } from '@lectern/contracts/content/editorial';
import { articleCard, drawCard, PLAIN_CARD, readCards } from './og-cards.ts';
import { readArticles } from './read-articles.ts';
import { readDocuments } from './read-documents.ts';
import { readTestimonials } from './read-testimonials.ts';

/** The faults of the texts, a line for each. */
export class EditorialError extends Error {
  override readonly name = 'EditorialError';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/**
 * Reads and checks the texts below `root` and writes `editorial.json`, `documents/` and `og/` to `out`, which it empties first. The
 * same texts make the same bytes. `association` is its full name, for documents and cards. Throws {@link EditorialError} with every problem, and writes nothing then.
 */
export const buildEditorial = async (root: string, out: string, association: string): Promise<Editorial> => {
  const articles = readArticles(join(root, 'articles'));
  const testimonials = readTestimonials(root);
  const pageCards = readCards(root, [...articles.items.map(({ slug }) => slug), PLAIN_CARD.name]);
  const documents = await readDocuments(join(root, 'documents'), association);
  const problems = [...articles.problems, ...testimonials.problems, ...pageCards.problems, ...documents.problems];
  if (problems.length > 0) throw new EditorialError(problems);
  const result = editorial.parse({
    articles: articles.items,
    testimonials: testimonials.items,
    documents: documents.items.map(({ document }) => document),
  });
  const cards = new Map<string, Uint8Array>();
  for (const card of [...pageCards.items, ...articles.items.map(articleCard), PLAIN_CARD])
    cards.set(card.name, await drawCard(card, association));
  rmSync(out, { recursive: true, force: true });
  for (const folder of ['documents', 'og']) mkdirSync(join(out, folder), { recursive: true });
  writeFileSync(join(out, 'editorial.json'), `${JSON.stringify(result, null, 1)}\n`);
  for (const { document, bytes } of documents.items) writeFileSync(join(out, 'documents', document.file), bytes);
  for (const [name, png] of cards) writeFileSync(join(out, 'og', `${name}.png`), png);
  // The gateway compares it with the name of the association at the moment.
  writeFileSync(join(out, 'og', 'association.txt'), association);
  return result;
};
