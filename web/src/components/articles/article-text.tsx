import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import styles from './article-text.module.css';

/** A press that means "here", not "in a new tab" or "save". */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;

/**
 * The text of an article. Its HTML comes from the one renderer that lets nothing unsafe through (contracts, `render-article.ts`). Links to other
 * pages of the site change the page without loading it anew.
 */
export const ArticleText = ({ html }: { html: string }) => {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const address = link?.getAttribute('href') ?? '';
    // Files and calls below /api are the server's.
    if (!isPlain(event) || !/^[/#]/.test(address) || address.startsWith('/api/')) return;
    event.preventDefault();
    void navigate(address.startsWith('#') ? { hash: address } : address);
  };
  return <div className={styles['text']} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />;
};
