import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import {
  documentAccess,
  documentKind,
  SHIPPED_DOCUMENT_BYTES_MAX,
  type EditorialDocument,
  SLUG,
} from '@lectern/contracts/content/editorial';
import { renderDocument } from './document-pdf.ts';
import { choice, day, line, readFrontMatter } from './front-matter.ts';
import { markdownNames, type Read } from './read-articles.ts';

export interface MadeDocument {
  readonly document: EditorialDocument;
  readonly bytes: Uint8Array;
}

const KIND_NAMES = { guide: 'Guide', rules: 'Rules', kit: 'Starter kit', topics: 'Topic library' } as const;
const monthYear = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const head = z.strictObject({
  title: line('title', 60),
  description: line('description', 160),
  kind: choice('kind', documentKind.options),
  access: choice('access', documentAccess.options),
  group: line('group', 40),
  order: z.int('has no whole number as order'),
  updatedAt: day('updatedAt'),
});

/** The documents of `folder`, each set as a PDF, in the order of their `order` fields. */
export const readDocuments = async (folder: string, association: string): Promise<Read<MadeDocument>> => {
  const found: string[] = [];
  const report = (key: string, problems: readonly string[]): void => {
    found.push(...problems.map((problem) => `documents/${key}.md ${problem}`));
  };
  const made: (MadeDocument & { order: number })[] = [];
  for (const key of markdownNames(folder)) {
    const { fields, body, problems: inHead } = readFrontMatter(readFileSync(join(folder, `${key}.md`), 'utf8'), head);
    report(key, inHead);
    if (!SLUG.test(key)) report(key, ['has a name that is not small letters, digits and single hyphens']);
    if (body === '') report(key, ['has no text']);
    if (fields === null) continue;
    const { title, description, kind, access, group, order, updatedAt } = fields;
    const date = new Date(updatedAt);
    const label = [KIND_NAMES[kind], ...(access === 'members' ? ['For members'] : []), monthYear.format(date)].join(
      '  ·  ',
    );
    const { bytes, pages, problems } = await renderDocument(body, { title, description, label, date, association });
    report(key, problems);
    if (bytes.length > SHIPPED_DOCUMENT_BYTES_MAX)
      report(key, [`makes a file of ${bytes.length} bytes; at most ${SHIPPED_DOCUMENT_BYTES_MAX} are allowed`]);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    made.push({
      order,
      bytes,
      document: {
        key,
        title,
        description,
        kind,
        access,
        group,
        file: `${key}.pdf`,
        bytes: bytes.length,
        pages,
        sha256,
      },
    });
  }
  const items = made.sort(
    (one, other) => one.order - other.order || one.document.key.localeCompare(other.document.key),
  );
  return { items: items.map(({ document, bytes }) => ({ document, bytes })), problems: found };
};
