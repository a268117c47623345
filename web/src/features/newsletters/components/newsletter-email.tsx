import type { NewsletterToRead } from '@lectern/contracts/messaging/newsletter-archive-http';
import { Link } from 'react-router-dom';
import { ArticleText } from '../../../components/articles/article-text.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { newsletterPath, pathTo } from '../../../config/paths.ts';
import { useAssociation } from '../../../lib/association.ts';
import { cx } from '../../../lib/cx.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { beginningOf } from '../beginning-of.ts';
import styles from './newsletters.module.css';

/** A sent newsletter email as a web page. */
export const NewsletterEmail = ({ message: { id, subject, title, sentAt, html } }: { message: NewsletterToRead }) => {
  const { timeZone } = useAssociation();
  return (
    <>
      <PageMeta title={subject} description={beginningOf(html)} path={newsletterPath(id)} type="article" />
      <PageHeader
        over={<Link to={pathTo('newsletters')}>All newsletters</Link>}
        title={title}
        lead={<time dateTime={sentAt}>{`Sent on ${formatLongDate(sentAt, timeZone)}`}</time>}
      />
      <article className={cx('breakable', styles['email'])}>
        <ArticleText html={html} />
      </article>
    </>
  );
};
