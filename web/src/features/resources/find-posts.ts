import type { BlogPost } from '@lectern/contracts/content/model';

/** Every article's (specification, section 9, "Limits"). */
export const READ_TIME = '5 min read';

/** The number of featured articles. */
export const FEATURED = 3;

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * The articles of a category (null: of any) in whose title, excerpt or category every word of the search stands, whatever its
 * case, accents and order.
 */
export const findPosts = (posts: readonly BlogPost[], search: string, category: string | null): readonly BlogPost[] => {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return posts.filter((post) => {
    const text = plain(`${post.title} ${post.excerpt} ${post.category}`);
    return (category === null || post.category === category) && words.every((word) => text.includes(word));
  });
};

/** The categories with their numbers of articles, in alphabetical order. */
export const categoriesOf = (posts: readonly BlogPost[]): readonly { name: string; count: number }[] => {
  const counts = new Map<string, number>();
  for (const { category } of posts) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en-US'));
};

/**
 * The featured articles: those that the association marks, filled up with the newest article of each category and then of any. Newest
 * first.
 */
export const featuredOf = (posts: readonly BlogPost[]): readonly BlogPost[] => {
  const meant = posts.filter(({ isFeatured }) => isFeatured);
  const firsts = posts.filter((post, index) => posts.findIndex(({ category }) => category === post.category) === index);
  const chosen = new Set([...new Set([...meant, ...firsts, ...posts])].slice(0, FEATURED));
  return posts.filter((post) => chosen.has(post));
};
