import type { DocumentListing } from '@lectern/contracts/content/model';
import type { ReactNode } from 'react';
import { DownloadIcon } from '../ui/action-icons.tsx';
import { documentPath } from './document-path.ts';
import styles from './document-row.module.css';

const sizeOf = ({ pages, bytes }: DocumentListing): string =>
  `PDF, ${pages === 1 ? '1 page' : `${pages} pages`}, ${Math.max(1, Math.round(bytes / 1000))} KB`;

/** A document in a list, with what leads to it. */
export const DocumentRow = ({ document, children }: { document: DocumentListing; children: ReactNode }) => (
  <li className={styles['row']}>
    <div className={styles['words']}>
      <h3>{document.title}</h3>
      <p>{document.description}</p>
    </div>
    <p className={styles['size']}>{sizeOf(document)}</p>
    <div className={styles['get']}>{children}</div>
  </li>
);

/** The plain link of a document that is for everybody. */
export const DocumentLink = ({ document }: { document: DocumentListing }) => (
  <a href={documentPath(document.key)} aria-label={`Download ${document.title}`}>
    <DownloadIcon />
    Download
  </a>
);

/** Documents one below the other. */
export const DocumentList = ({ children }: { children: ReactNode }) => <ul className={styles['list']}>{children}</ul>;
