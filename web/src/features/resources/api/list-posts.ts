import { listBlogPosts } from '@lectern/contracts/content/http';
import type { BlogPost } from '@lectern/contracts/content/model';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The published articles, newest first; those that the page was prerendered with show until the server answers. */
export const postsQuery = (known: readonly BlogPost[] | undefined) =>
  queryOptions({
    queryKey: ['blog'],
    queryFn: async ({ signal }): Promise<readonly BlogPost[]> => call(listBlogPosts, { signal }),
    ...(known === undefined ? {} : { placeholderData: known }),
  });
