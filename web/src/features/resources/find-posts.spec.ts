import { describe, expect, it } from 'vitest';
import { categoriesOf, featuredOf, findPosts } from './find-posts.ts';

const post = (slug: string, title: string, category: string, excerpt = '') => ({
  id: slug,
  slug,
  title,
  category,
  excerpt,
  author: 'The Team',
  publishedAt: '2025-09-16T00:00:00.000Z',
  isFeatured: false,
});
const POSTS = [
  post('nerves', 'The use of nerves', 'Public Speaking', 'Breathe out first.'),
  post('flow', 'How to flow a debate', 'Debate Skills', 'Two sides on one page.'),
  post('voice', 'A voice that carries', 'Public Speaking'),
  post('résumé', 'Résumé of a round', 'Tournaments'),
];
const slugs = (found: readonly { slug: string }[]) => found.map(({ slug }) => slug);

describe('finding articles', () => {
  it('searches title, excerpt and category', () => {
    expect(slugs(findPosts(POSTS, 'voice', null))).toEqual(['voice']);
    expect(slugs(findPosts(POSTS, 'breathe', null))).toEqual(['nerves']);
    expect(slugs(findPosts(POSTS, 'debate skills', null))).toEqual(['flow']);
  });

  it('minds neither case, accents, blanks nor the order of words', () => {
    expect(slugs(findPosts(POSTS, '  PAGE   two ', null))).toEqual(['flow']);
    expect(slugs(findPosts(POSTS, 'resume', null))).toEqual(['résumé']);
  });

  it('needs every word', () => {
    expect(findPosts(POSTS, 'voice tournament', null)).toEqual([]);
  });

  it('stays within a category', () => {
    expect(slugs(findPosts(POSTS, '', 'Public Speaking'))).toEqual(['nerves', 'voice']);
    expect(findPosts(POSTS, 'flow', 'Public Speaking')).toEqual([]);
    expect(findPosts(POSTS, ' ', null)).toHaveLength(4);
  });
});

describe('the lists of the page', () => {
  it('counts categories by the alphabet', () => {
    expect(categoriesOf(POSTS)).toEqual([
      { name: 'Debate Skills', count: 1 },
      { name: 'Public Speaking', count: 2 },
      { name: 'Tournaments', count: 1 },
    ]);
  });

  it('features one of each category, and fills up when there are few', () => {
    expect(slugs(featuredOf(POSTS))).toEqual(['nerves', 'flow', 'résumé']);
    expect(slugs(featuredOf(POSTS.slice(0, 3)))).toEqual(['nerves', 'flow', 'voice']);
    expect(slugs(featuredOf(POSTS.slice(0, 1)))).toEqual(['nerves']);
    expect(featuredOf([])).toEqual([]);
  });

  it('features first what is meant to be', () => {
    const posts = POSTS.map((each) => ({ ...each, isFeatured: each.slug === 'voice' }));
    expect(slugs(featuredOf(posts))).toEqual(['nerves', 'flow', 'voice']);
  });
});
