import type { BlogPost } from '@lectern/contracts/content/model';
import { Link } from 'react-router-dom';
import { articlePath } from '../../../config/paths.ts';
import styles from './article-line.module.css';
import { Byline } from './byline.tsx';

/** An article as a line of a list. `level` is that of its heading. */
export const ArticleLine = ({ post, level }: { post: BlogPost; level: 2 | 3 }) => {
  const Heading = `h${level}` as const;
  return (
    <article className={styles['line']}>
      <p className={styles['category']}>{post.category}</p>
      <div className={styles['words']}>
        <Heading>
          <Link to={articlePath(post.slug)}>{post.title}</Link>
        </Heading>
        <p className={styles['excerpt']}>{post.excerpt}</p>
        <Byline {...post} />
      </div>
    </article>
  );
};
