import type { AdminArticleEntry } from '@lectern/contracts/content/admin-model';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import styles from '../../../components/console/admin-list.module.css';
import { AdminList } from '../../../components/console/admin-list.tsx';
import { DeleteDialog } from '../../../components/console/delete-dialog.tsx';
import { NO_FILTER, type StatusFilter } from '../../../components/console/list-view.ts';
import rows from '../../../components/console/row-actions.module.css';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import type { Column } from '../../../components/ui/table.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { formatDate } from '../../../lib/format.ts';
import { articleList, removeArticle } from '../api/articles.ts';

const ARTICLE_FILTERS: readonly StatusFilter[] = [
  NO_FILTER,
  { value: 'draft', label: 'Drafts' },
  { value: 'published', label: 'Published' },
];

const columns = (onDelete: (row: AdminArticleEntry) => void): readonly Column<AdminArticleEntry>[] => [
  {
    key: 'title',
    header: 'Title',
    cell: (row) => (
      <Link className={styles['name']} to={adminSectionPath('articles', { edit: row.id })}>
        {row.title}
      </Link>
    ),
  },
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
    cell: (row) => (row.publishedAt === null ? '—' : formatDate(row.publishedAt, 'UTC')),
  },
  {
    key: 'delete',
    header: 'Delete',
    align: 'end',
    // A published article must be unpublished first. The next update of the site would restore an article from its files.
    cell: (row) =>
      row.status === 'draft' && !row.isFromFiles ? (
        <Button size="small" variant="danger" onClick={() => onDelete(row)} aria-label={`Delete ${row.title}`}>
          Delete
        </Button>
      ) : (
        <span className={rows['under']}>{row.isFromFiles ? 'Came with the site' : 'Unpublish it first'}</span>
      ),
  },
];

/** All articles, drafts included. */
export const ArticleList = () => {
  const [leaving, setLeaving] = useState<AdminArticleEntry | null>(null);
  return (
    <>
      <p>
        Published articles are on the site’s Resources page. Only administrators see drafts. An article that came with
        the site cannot be deleted, because the next update of the site would restore it: unpublish it instead.
      </p>
      <AdminList
        source={articleList}
        label="Articles"
        noun={['article', 'articles']}
        searchHint="Title, web address, category or author"
        filters={ARTICLE_FILTERS}
        columns={columns(setLeaving)}
        whenEmpty="Write the first one. It stays a draft, which only administrators see, until you publish it."
        actions={() => (
          <LinkButton size="small" variant="primary" to={adminSectionPath('articles', { edit: 'new' })}>
            New article
          </LinkButton>
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
