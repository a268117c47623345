import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Lead, PageTitle } from '../../../components/page/page-title.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { useSnapshot } from '../../../lib/snapshot.ts';
import { postsQuery } from '../api/list-posts.ts';
import { categoriesOf, FEATURED, featuredOf, findPosts } from '../find-posts.ts';
import { ArticleLine } from './article-line.tsx';
import { Featured } from './featured.tsx';
import styles from './library.module.css';

const howMany = (count: number): string => (count === 1 ? '1 article' : `${count} articles`);

/** All articles, with their categories and a search that filters while typing. */
export const Library = ({ title, lead }: PublicSiteTexts['resourcesPage']['opening']) => {
  const { posts: known } = useSnapshot();
  const { data, error, refetch, isFetching } = useQuery(postsQuery(known));
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isLive = useHydrated();

  // When the server does not answer, the prerendered list is still worth reading.
  const posts = data ?? known;
  const isSearching = search.trim() !== '';
  const found = findPosts(posts ?? [], search, category);
  const clear = () => {
    setSearch('');
    setCategory(null);
    field.current?.focus();
  };

  return (
    <>
      <header className={`page ${styles['head']}`}>
        <Stack gap={3} className={styles['words']}>
          <PageTitle>{title}</PageTitle>
          <Lead>{lead}</Lead>
        </Stack>
        {posts?.length !== 0 && (
          <Form role="search" aria-label="Articles" onSubmit={(event) => event.preventDefault()}>
            <TextField
              ref={field}
              label="Search the articles"
              type="search"
              enterKeyHint="search"
              autoComplete="off"
              placeholder="Nerves, flow, motions"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </Form>
        )}
      </header>
      {posts === undefined ? (
        <div className={`page ${styles['waiting']}`}>
          {error === null ? (
            <Skeleton lines={8} label="Loading articles" />
          ) : (
            <ErrorState title="The articles could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
              {messageOr(error, 'The connection failed. Please try again.')}
            </ErrorState>
          )}
        </div>
      ) : posts.length === 0 ? (
        <div className={`page ${styles['none']}`}>
          <EmptyState title="No articles yet">The first one is being written.</EmptyState>
        </div>
      ) : (
        <>
          {!isSearching && posts.length > FEATURED && <Featured posts={featuredOf(posts)} />}
          <div className={`page ${styles['library']}`}>
            <aside className={styles['side']} aria-labelledby="categories-title" inert={!isLive}>
              <h2 id="categories-title" className={styles['label']}>
                Categories
              </h2>
              <ul className={styles['categories']}>
                {[{ name: null, count: posts.length }, ...categoriesOf(posts)].map(({ name, count }) => (
                  <li key={name ?? ''}>
                    <button type="button" aria-pressed={category === name} onClick={() => setCategory(name)}>
                      <span>{name ?? 'All articles'}</span>
                      <span className={styles['count']}>{count}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </aside>
            <section className={styles['list']} aria-labelledby="articles-title">
              <div className={styles['title']}>
                <h2 id="articles-title">{category ?? 'All articles'}</h2>
                <p role="status">
                  {isSearching ? `${howMany(found.length)} with “${search.trim()}”` : howMany(found.length)}
                </p>
              </div>
              {found.map((post) => (
                <ArticleLine key={post.slug} post={post} level={3} />
              ))}
              {found.length === 0 && (
                <div className={styles['empty']}>
                  <EmptyState title="No articles found" actions={<Button onClick={clear}>Clear search</Button>}>
                    Try a shorter word, or another way to say it.
                  </EmptyState>
                </div>
              )}
            </section>
          </div>
        </>
      )}
    </>
  );
};
