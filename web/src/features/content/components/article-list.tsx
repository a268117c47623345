import { May } from '../../../components/console/may.tsx';
import type { AdminArticleEntry } from '@lectern/contracts/content/admin-model';
import { useState } from 'react';
import type { DataColumn, RowAction } from '../../../components/console/data-table/data-column.ts';
import { DataList } from '../../../components/console/data-table/data-list.tsx';
import { DeleteDialog } from '../../../components/console/delete-dialog.tsx';
import { statusFilter, type ListFilter } from '../../../components/console/list-view.ts';
import { RowName } from '../../../components/console/row-name.tsx';
import { ShortDate } from '../../../components/console/short-date.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { articleList, removeArticle } from '../api/articles.ts';

const ARTICLE_FILTERS: readonly ListFilter[] = [
  statusFilter([
    { value: 'draft', label: 'Drafts' },
    { value: 'published', label: 'Published' },
  ]),
];

const nameOf = ({ title }: AdminArticleEntry) => title;
const pageOf = ({ id }: AdminArticleEntry) => adminSectionPath('articles', { edit: id });

const COLUMNS: readonly DataColumn<AdminArticleEntry>[] = [
  { key: 'title', header: 'Title', isLong: true, cell: (row) => <RowName to={pageOf(row)}>{row.title}</RowName> },
  { key: 'category', header: 'Category', cell: (row) => (row.category === '' ? '—' : row.category) },
  { key: 'author', header: 'Author', cell: (row) => row.author ?? 'The team' },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => (row.status === 'published' ? <Badge tone="ok">Published</Badge> : <Badge tone="wait">Draft</Badge>),
  },
  {
    key: 'published',
    header: 'First published',
    cell: (row) => (row.publishedAt === null ? '—' : <ShortDate at={row.publishedAt} />),
  },
];

/** A published article must be unpublished first. The next update of the site would restore an article from its files. */
const deletion = (row: AdminArticleEntry, onDelete: (row: AdminArticleEntry) => void): RowAction =>
  row.isFromFiles || row.status === 'published'
    ? { label: 'Delete', unavailable: row.isFromFiles ? 'It came with the site' : 'Unpublish it first' }
    : { label: 'Delete', permission: 'content:write', danger: true, onSelect: () => onDelete(row) };

/** All articles, drafts included. */
export const ArticleList = () => {
  const [leaving, setLeaving] = useState<AdminArticleEntry | null>(null);
  return (
    <>
      <p>
        Published articles are on the site’s Resources page. Only administrators see drafts. An article that came with
        the site cannot be deleted, because the next update of the site would restore it: unpublish it instead.
      </p>
      <DataList
        source={articleList}
        label="Articles"
        noun={['article', 'articles']}
        searchHint="Title, web address, category or author"
        filters={ARTICLE_FILTERS}
        columns={COLUMNS}
        rowName={nameOf}
        rowPage={pageOf}
        rowActions={(row) => [{ label: 'Edit', to: pageOf(row) }, deletion(row, setLeaving)]}
        whenEmpty="Write the first one. It stays a draft, which only administrators see, until you publish it."
        actions={() => (
          <May permission="content:write">
            <LinkButton size="small" variant="primary" to={adminSectionPath('articles', { edit: 'new' })}>
              New article
            </LinkButton>
          </May>
        )}
      />
      <DeleteDialog
        id={leaving?.id ?? null}
        name={`“${leaving?.title ?? ''}”`}
        remove={removeArticle}
        done="Draft deleted"
        failed={{ title: 'Error deleting draft', description: 'Failed to delete the draft' }}
        onClose={() => setLeaving(null)}
      >
        <p>The draft and its text are deleted permanently.</p>
      </DeleteDialog>
    </>
  );
};
