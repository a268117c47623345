import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentKind, DOCUMENT_BYTES_MAX, type EditorialDocument, SLUG } from '@lectern/contracts/content/editorial';
import { renderDocument } from './document-pdf.ts';
import { FieldReader, readFrontMatter } from './front-matter.ts';
import { markdownNames, type Read } from './read-articles.ts';

export interface MadeDocument {
  readonly document: EditorialDocument;
  readonly bytes: Uint8Array;
}

const KIND_NAMES = { guide: 'Guide', rules: 'Rules', kit: 'Starter kit', topics: 'Topic library' } as const;
const monthYear = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The documents of `folder`, each set as a PDF, in the order of their `order` fields. */
export const readDocuments = async (folder: string, association: string): Promise<Read<MadeDocument>> => {
  const problems: string[] = [];
  const made: (MadeDocument & { order: string })[] = [];
  for (const key of markdownNames(folder)) {
    const head = readFrontMatter(readFileSync(join(folder, `${key}.md`), 'utf8'));
    const reader = new FieldReader(head);
    const title = reader.line('title', 60);
    const description = reader.line('description', 160);
    const kind = reader.choice('kind', documentKind.options as ['guide', 'rules', 'kit', 'topics']);
    const access = reader.choice('access', ['public', 'members']);
    const group = reader.line('group', 40);
    const order = reader.line('order', 3);
    const updatedAt = reader.optionalDay('updatedAt');
    if (updatedAt === null) reader.line('updatedAt');
    reader.refuseOthers();
    const date = new Date(updatedAt ?? 0);
    const label = [KIND_NAMES[kind], ...(access === 'members' ? ['For members'] : []), monthYear.format(date)].join(
      '  ·  ',
    );
    const {
      bytes,
      pages,
      problems: setting,
    } = await renderDocument(head.body, { title, description, label, date, association });
    const all = [...reader.problems, ...setting];
    if (!SLUG.test(key)) all.push('has a name that is not small letters, digits and single hyphens');
    if (head.body === '') all.push('has no text');
    if (bytes.length > DOCUMENT_BYTES_MAX)
      all.push(`makes a file of ${bytes.length} bytes; at most ${DOCUMENT_BYTES_MAX} are allowed`);
    problems.push(...all.map((problem) => `documents/${key}.md ${problem}`));
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
    (one, other) => one.order.localeCompare(other.order) || one.document.key.localeCompare(other.document.key),
  );
  return { items: items.map(({ document, bytes }) => ({ document, bytes })), problems };
};
