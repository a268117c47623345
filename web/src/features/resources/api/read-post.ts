import { readBlogPost } from '@lectern/contracts/content/http';
import type { Article } from '@lectern/contracts/content/model';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** An article to read; the one that the page was prerendered with shows until the server answers. */
export const postQuery = (slug: string, known: Article | undefined) =>
  queryOptions({
    queryKey: ['blog', slug],
    queryFn: ({ signal }): Promise<Article> => call(readBlogPost, { params: { slug }, signal }),
    ...(known?.slug === slug ? { placeholderData: known } : {}),
  });
