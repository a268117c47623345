import type { BlogPost } from '@lectern/contracts/content/model';
import { TEAM_NAME } from '../../../config/association.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { READ_TIME } from '../find-posts.ts';
import styles from './byline.module.css';

/** The article's author, date and reading time. */
export const Byline = ({ author, publishedAt }: Pick<BlogPost, 'author' | 'publishedAt'>) => (
  <p className={styles['byline']}>
    <span>{author === '' ? TEAM_NAME : author}</span>
    <time dateTime={publishedAt}>{formatLongDate(publishedAt, 'UTC')}</time>
    <span>{READ_TIME}</span>
  </p>
);
