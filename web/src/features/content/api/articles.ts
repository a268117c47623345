import {
  changeArticle,
  createArticle,
  deleteArticle,
  listArticles,
  previewArticle,
  publishArticle,
  readArticle,
  unpublishArticle,
} from '@lectern/contracts/content/admin-http';
import type { AdminArticle, AdminArticleEntry } from '@lectern/contracts/content/admin-model';
import type { RouteBodyInput } from '@lectern/contracts/route';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminListSource } from '../../../components/console/admin-list-source.ts';
import { saveOrLearn } from '../../../components/console/edit-outcome.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export type ArticleInput = RouteBodyInput<typeof createArticle>;

export const articleList: AdminListSource<AdminArticleEntry> = {
  key: 'articles',
  ask: (query, signal) => callAdmin(listArticles, { query, signal }),
};

const getArticle = (id: string, signal?: AbortSignal): Promise<AdminArticle> =>
  callAdmin(readArticle, { params: { id }, signal });

export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'article', id],
    queryFn: ({ signal }) => getArticle(id, signal),
    staleTime: 0,
  });

export const addArticle = async (body: ArticleInput) => ({ saved: await callAdmin(createArticle, { body }) });
export const editArticle = (id: string, body: ArticleInput & { version: number }) =>
  saveOrLearn(
    () => callAdmin(changeArticle, { params: { id }, body }),
    () => getArticle(id),
  );
export const releaseArticle = ({ id, version }: { id: string; version: number }) =>
  callAdmin(publishArticle, { params: { id }, body: { version } });
export const withdrawArticle = ({ id }: { id: string }) => callAdmin(unpublishArticle, { params: { id } });
export const removeArticle = (id: string) => callAdmin(deleteArticle, { params: { id } });

/** A preview of the published text. The previous preview stays until the next one arrives. */
export const previewQuery = (content: string) =>
  queryOptions({
    queryKey: ['admin', 'article-preview', content],
    queryFn: ({ signal }) => callAdmin(previewArticle, { body: { content }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  });
