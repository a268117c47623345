import type { ArticleHeading } from '@lectern/contracts/content/editorial';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '../../../lib/cx.ts';
import styles from './contents.module.css';

/** The heading of the part being read: the last one above the upper third of the window. Null before the first. */
const useCurrentHeading = (ids: string): string | null => {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const headings = ids
      .split(' ')
      .map((id) => document.getElementById(id))
      .filter((heading) => heading !== null);
    const passed = new Set<Element>();
    const look = (crossings: readonly IntersectionObserverEntry[]) => {
      for (const { target, isIntersecting } of crossings) {
        if (isIntersecting) passed.add(target);
        else passed.delete(target);
      }
      setCurrent(headings.findLast((heading) => passed.has(heading))?.id ?? null);
    };
    // Runs only when a heading crosses that line, not at every scroll: everything above the line counts as in view.
    const observer = new IntersectionObserver(look, { rootMargin: '99999px 0px -66% 0px' });
    headings.forEach((heading) => observer.observe(heading));
    return () => observer.disconnect();
  }, [ids]);
  return current;
};

/** The article's table of contents, with a mark at the part that one reads. */
export const Contents = ({ toc }: { toc: readonly ArticleHeading[] }) => {
  const current = useCurrentHeading(toc.map(({ id }) => id).join(' '));
  return (
    <nav className={styles['contents']} aria-label="In this article">
      <p className={styles['title']}>In this article</p>
      <ol>
        {toc.map(({ id, title, level }) => (
          <li key={id} className={cx(level > 2 && styles['deep'])}>
            <Link to={{ hash: id }} aria-current={current === id ? 'location' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
};
