import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import styles from './article-text.module.css';

/** A plain click: not one that opens a new tab or saves the link. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;

/**
 * The text of an article. Its HTML comes from the one renderer that removes everything unsafe (contracts, `render-article.ts`). Links to other
 * pages of the site navigate without reloading.
 */
export const ArticleText = ({ html }: { html: string }) => {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const address = link?.getAttribute('href') ?? '';
    // The server, not the router, serves files and everything below /api.
    if (!isPlain(event) || !/^[/#]/.test(address) || address.startsWith('/api/')) return;
    event.preventDefault();
    void navigate(address.startsWith('#') ? { hash: address } : address);
  };
  return <div className={styles['text']} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />;
};
