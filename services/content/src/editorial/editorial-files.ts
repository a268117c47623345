import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { type Editorial, editorial } from '@lectern/contracts/content/editorial';
import { ContentConfig } from '../config.ts';

export interface EditorialWithFiles extends Omit<Editorial, 'documents'> {
  readonly documents: readonly (Editorial['documents'][number] & { readonly content: Buffer })[];
}

/** Reads the built editorial texts from disk. */
@Injectable()
export class EditorialFiles {
  constructor(@Inject(ContentConfig) private readonly config: ContentConfig) {}

  /** Throws when the index does not fit its schema or a file does not match its hash, as after an incomplete build. */
  async read(): Promise<EditorialWithFiles> {
    const root = this.config.EDITORIAL_ROOT;
    const index = editorial.parse(JSON.parse(await readFile(join(root, 'editorial.json'), 'utf8')));
    const documents = await Promise.all(
      index.documents.map(async (document) => {
        const content = await readFile(join(root, 'documents', document.file));
        if (createHash('sha256').update(content).digest('hex') !== document.sha256) {
          throw new Error(`${document.file} is not the file that editorial.json names`);
        }
        return { ...document, content };
      }),
    );
    return { ...index, documents };
  }
}
