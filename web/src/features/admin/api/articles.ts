import { changeArticle, createArticle, deleteArticle, listArticles, previewArticle, publishArticle, readArticle, unpublishArticle } from '@lectern/contracts/content/admin-http';
import type { AdminArticle, AdminArticleEntry } from '@lectern/contracts/content/admin-model';
import type { RouteBodyInput } from '@lectern/contracts/route';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';
import type { AdminListSource } from './admin-list.ts';

export type ArticleInput = RouteBodyInput<typeof createArticle>;

export const articleList: AdminListSource<AdminArticleEntry> = {
  key: 'articles',
  ask: (query, signal) => callAdmin(listArticles, { query, signal }),
};

export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'article', id],
    queryFn: ({ signal }): Promise<AdminArticle> => callAdmin(readArticle, { params: { id }, signal }),
    staleTime: 0,
  });

export const addArticle = (body: ArticleInput) => callAdmin(createArticle, { body });
export const editArticle = ({ id, version, ...body }: ArticleInput & { id: string; version: number }) => callAdmin(changeArticle, { params: { id }, body: { ...body, version } });
export const releaseArticle = ({ id, version }: { id: string; version: number }) => callAdmin(publishArticle, { params: { id }, body: { version } });
export const withdrawArticle = ({ id }: { id: string }) => callAdmin(unpublishArticle, { params: { id } });
export const removeArticle = (id: string) => callAdmin(deleteArticle, { params: { id } });

/** What readers would see of a text; the last one stands there until the next has come. */
export const previewQuery = (content: string) =>
  queryOptions({
    queryKey: ['admin', 'article-preview', content],
    queryFn: ({ signal }) => callAdmin(previewArticle, { body: { content }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  });
