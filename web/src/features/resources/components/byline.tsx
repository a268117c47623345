import type { BlogPost } from '@lectern/contracts/content/model';
import { teamName } from '../../../config/association.ts';
import { useAssociation } from '../../../lib/association.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { READ_TIME } from '../find-posts.ts';
import styles from './byline.module.css';

/** The article's author, date and reading time. */
export const Byline = ({ author, publishedAt }: Pick<BlogPost, 'author' | 'publishedAt'>) => {
  const association = useAssociation();
  return (
    <p className={styles['byline']}>
      <span>{author === '' ? teamName(association) : author}</span>
      <time dateTime={publishedAt}>{formatLongDate(publishedAt, association.timeZone)}</time>
      <span>{READ_TIME}</span>
    </p>
  );
};
