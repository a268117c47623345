import type { Article } from '@lectern/contracts/content/model';
import { Link } from 'react-router-dom';
import { NewsletterBox } from '../../../components/newsletter/newsletter-box.tsx';
import { pathTo } from '../../../config/paths.ts';
import { useAssociation } from '../../../lib/association.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { useHashTarget } from '../../../lib/use-hash-target.ts';
import { ArticleLine } from './article-line.tsx';
import styles from './article-page.module.css';
import { ArticleText } from '../../../components/articles/article-text.tsx';
import { Byline } from './byline.tsx';
import { Contents } from './contents.tsx';

/** An article with what belongs around it: contents, notes in the margin, how far one has read, what to read next. */
export const ArticlePage = ({ article }: { article: Article }) => {
  const { timeZone } = useAssociation();
  // Called here, where the headings exist: the article may load after the page.
  useHashTarget();
  return (
    <>
      <div className={styles['progress']} aria-hidden="true" />
      <article className={`page ${styles['article']}`}>
        <header className={styles['head']}>
          <p className={styles['way']}>
            <Link to={pathTo('resources')}>Resources</Link>
            <span>{article.category}</span>
          </p>
          <h1>{article.title}</h1>
          <p className={styles['lead']}>{article.excerpt}</p>
          <Byline {...article} />
        </header>
        {article.toc.length > 1 && <Contents toc={article.toc} />}
        <div className={styles['text']}>
          <ArticleText html={article.html} />
          {article.updatedAt !== null && (
            <p className={styles['updated']}>
              Last changed on <time dateTime={article.updatedAt}>{formatLongDate(article.updatedAt, timeZone)}</time>
            </p>
          )}
        </div>
      </article>
      <div className={`page ${styles['after']}`}>
        {article.related.length > 0 && (
          <section className={styles['related']} aria-labelledby="related-title">
            <h2 id="related-title">Read next</h2>
            {article.related.map((post) => (
              <ArticleLine key={post.slug} post={post} level={3} />
            ))}
          </section>
        )}
        <section className={styles['email']} aria-labelledby="email-title">
          <h2 id="email-title">The next one, by email</h2>
          <p>An email when there is something new to read. Every one of them has an unsubscribe link.</p>
          <NewsletterBox source="blog" />
        </section>
      </div>
    </>
  );
};
