import type { BlogPost } from '@lectern/contracts/content/model';
import { Link } from 'react-router-dom';
import { RuledLines } from '../../../components/art/ruled-lines.tsx';
import { articlePath } from '../../../config/paths.ts';
import { Byline } from './byline.tsx';
import styles from './featured.module.css';

/** The first page of the paper: one article in large type, two beside it. */
export const Featured = ({ posts }: { posts: readonly BlogPost[] }) => (
  <section className={`page ${styles['featured']}`} aria-label="Featured resources">
    <ol className={styles['stories']}>
      {posts.map((post, index) => (
        <li key={post.slug} className={styles['story']}>
          <p className={styles['category']}>{post.category}</p>
          <h2>
            <Link to={articlePath(post.slug)}>{post.title}</Link>
          </h2>
          <p className={styles['excerpt']}>{post.excerpt}</p>
          <Byline {...post} />
          {index === 0 && <RuledLines />}
        </li>
      ))}
    </ol>
  </section>
);
