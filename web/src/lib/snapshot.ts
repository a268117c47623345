import type { Article, BlogPost, Testimonial } from '@lectern/contracts/content/model';
import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import type { NewsletterToRead, SentNewsletter } from '@lectern/contracts/messaging/newsletter-archive-http';
import { createContext, useContext } from 'react';

/**
 * The texts of the site that a page was prerendered with, embedded in the page. The page renders with them immediately, with and
 * without JavaScript, and then requests the current ones from the server. A page that was not prerendered has none.
 */
export interface Snapshot {
  readonly posts?: readonly BlogPost[];
  /** Of the page that shows it. */
  readonly article?: Article;
  readonly testimonials?: readonly Testimonial[];
  /** Texts that the association changes itself; of the page that shows them. */
  readonly site?: Partial<PublicSiteTexts>;
  /** Whether this is a preview in the console, which shows unsaved texts of the site. */
  readonly isPreview?: true;
  readonly newsletters?: readonly SentNewsletter[];
  /** Of the page that shows it. */
  readonly newsletter?: NewsletterToRead;
}

export const SnapshotContext = createContext<Snapshot>({});

export const useSnapshot = (): Snapshot => useContext(SnapshotContext);

/** The element that carries a page's snapshot. */
export const SNAPSHOT_ID = 'snapshot';

export const readSnapshot = (page: Document): Snapshot => {
  const text = page.getElementById(SNAPSHOT_ID)?.textContent ?? '';
  return text === '' ? {} : (JSON.parse(text) as Snapshot);
};
