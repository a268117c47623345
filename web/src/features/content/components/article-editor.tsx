import { useMay } from '../../../components/console/use-admin.ts';
import { articleForm } from '@lectern/contracts/content/admin-http';
import type { AdminArticle } from '@lectern/contracts/content/admin-model';
import { ARTICLE_MAX, NOT_PUBLISHED, PUBLICATION_NEEDS } from '@lectern/contracts/content/article-limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import styles from '../../../components/console/editor.module.css';
import { EditorViews } from '../../../components/console/editor-views.tsx';
import { lastChange, lastChangeOf } from '../../../components/console/last-change.ts';
import { KeptDraftNotices } from '../../../components/console/kept-draft-notices.tsx';
import { whereItDiffers } from '../../../components/console/kept-drafts.ts';
import { LeaveGuard } from '../../../components/console/leave-guard.tsx';
import { MarkdownField } from '../../../components/console/markdown-field.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { useKeptDraft, type Writing } from '../../../components/console/use-kept-draft.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Cluster, Pair, Stack } from '../../../components/ui/layout.tsx';
import { ExternalLinkButton } from '../../../components/ui/link-button.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { articlePath } from '../../../config/paths.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import {
  addArticle,
  articleQuery,
  editArticle,
  previewQuery,
  releaseArticle,
  withdrawArticle,
} from '../api/articles.ts';
import { ARTICLE_FIELDS, articleDrafts, EMPTY_ARTICLE, typedOf, type ArticleTyped } from '../article-draft.ts';
import { ArticlePreview } from './article-preview.tsx';
import { pictureMarkdown } from '../picture-markdown.ts';
import { PictureDialog } from './picture-dialog.tsx';

const ARTICLE: Writing<AdminArticle, ArticleTyped> = {
  form: articleForm,
  labels: ARTICLE_FIELDS,
  empty: EMPTY_ARTICLE,
  typedOf,
  shown: (typed, other, field) => whereItDiffers(typed[field], other[field]),
  drafts: articleDrafts(() => window.localStorage),
};

const ARTICLE_NEEDED = Object.keys(PUBLICATION_NEEDS) as (keyof typeof PUBLICATION_NEEDS)[];

const counted = (typed: string, max: number, otherwise: string): string =>
  `${typed.trim().length} of ${max} characters. ${otherwise}`;

/** Edits an article beside its preview. The browser stores the typed values until they are saved. */
export const ArticleEditor = ({ article }: { article: AdminArticle | null }) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const id = article?.id ?? 'new';
  /** Puts a picture into the text; while it is set, the dialog for one is open. */
  const [insert, setInsert] = useState<((paragraph: string) => void) | null>(null);
  const [asks, setAsks] = useState<'publish' | 'unpublish' | null>(null);
  const draft = useKeptDraft(ARTICLE, {
    id,
    entity: article,
    save: ({ version, ...body }) =>
      article === null ? addArticle(body) : editArticle(article.id, { ...body, version }),
    onShown: (saved) => {
      client.setQueryData(articleQuery(saved.id).queryKey, saved);
      void client.invalidateQueries({ queryKey: ['blog'] });
    },
    onSaved: (saved) => {
      toast({
        title: article === null ? 'Draft created' : 'Saved',
        description:
          saved.status === 'published'
            ? 'Readers see the saved version from now on.'
            : 'Only administrators can see it for now.',
      });
      if (article === null) void navigate(adminSectionPath('articles', { edit: saved.id }), { replace: true });
    },
  });
  const { typed, base, isDirty, conflict, show, failed } = draft;
  const release = useAdminWrite({
    run: (what: 'publish' | 'unpublish'): Promise<AdminArticle> =>
      what === 'unpublish' ? withdrawArticle({ id }) : releaseArticle({ id, version: base.version }),
    onSuccess: (saved) => {
      setAsks(null);
      show(saved);
      toast(
        saved.status === 'published'
          ? { title: 'Published', description: `“${saved.title}” is on the site now.` }
          : { title: 'Unpublished', description: `“${saved.title}” is no longer on the site.` },
      );
    },
    onError: (error) => {
      failed('Nothing has changed')(error);
      if (!(error instanceof ApiError)) return;
      // The form behind the dialog shows these errors.
      if (Object.keys(error.fields).length > 0) setAsks(null);
      // The form has no unsaved changes here, so it shows the current version for review before the next attempt.
      if (error.code !== 'version_conflict') return;
      setAsks(null);
      void client.fetchQuery(articleQuery(id)).then(show, () => undefined);
    },
  });
  // The preview beside the form has loaded it.
  const { data: preview } = useQuery({
    ...previewQuery(base.typed.content),
    enabled: asks === 'publish' && base.typed.content.trim() !== '',
  });
  const problems = asks === 'publish' && base.typed.content.trim() !== '' ? (preview?.problems ?? []) : [];
  const closeRelease = () => {
    if (release.isPending) return;
    release.reset();
    setAsks(null);
  };
  /** Asks before the saved version is published, or names what it lacks. */
  const askToPublish = () => {
    const missing = ARTICLE_NEEDED.filter((field) => base.typed[field].trim() === '');
    if (missing.length === 0) {
      setAsks('publish');
      return;
    }
    for (const field of missing) draft.form.setError(field, { type: 'server', message: PUBLICATION_NEEDS[field] });
    draft.refuse();
    toast({ title: 'Nothing has changed', description: NOT_PUBLISHED, variant: 'destructive' });
  };
  const { register, formState } = draft.form;
  const { errors } = formState;
  const mayWrite = useMay()('content:write');
  const isPublished = article?.status === 'published';
  const hasAddress = article !== null && article.publishedAt !== null;

  return (
    <>
      <LeaveGuard isActive={isDirty} />
      <div className={styles['bar']}>
        <Cluster className={styles['state']}>
          <Link to={adminSectionPath('articles')}>All articles</Link>
          {article === null ? (
            <Badge>New</Badge>
          ) : isPublished ? (
            <Badge tone="ok">Published</Badge>
          ) : (
            <Badge tone="wait">Draft</Badge>
          )}
          <span role="status" id="save-first">
            {isDirty
              ? `Not saved yet; a copy is kept in this browser.${article === null ? '' : ` Save first, then ${isPublished ? 'unpublish' : 'publish'}.`}`
              : article === null
                ? ''
                : `All changes are saved. ${lastChange(article)}`}
          </span>
        </Cluster>
        <Cluster>
          {isPublished && (
            <ExternalLinkButton size="small" href={articlePath(article.slug)}>
              View
            </ExternalLinkButton>
          )}
          {article !== null && mayWrite && (
            <Button
              size="small"
              variant={isPublished ? 'danger' : undefined}
              disabled={isDirty}
              onClick={() => (isPublished ? setAsks('unpublish') : askToPublish())}
              aria-describedby={isDirty ? 'save-first' : undefined}
            >
              {isPublished ? 'Unpublish' : 'Publish'}
            </Button>
          )}
          {(mayWrite || isDirty) && (
            <Button
              size="small"
              variant="primary"
              busy={draft.isSaving}
              busyLabel="Saving..."
              disabled={conflict !== null}
              onClick={() => draft.save()}
            >
              {article === null ? 'Create draft' : 'Save'}
            </Button>
          )}
        </Cluster>
      </div>
      <KeptDraftNotices draft={draft} savedOf={lastChangeOf} />
      <EditorViews
        refusals={draft.refusals}
        write={(className) => (
          <Stack as="form" gap={4} className={className} noValidate aria-label="Article" onSubmit={draft.save}>
            <TextField
              label="Title"
              autoComplete="off"
              hint="The heading of the article, and its name in lists."
              error={errors.title?.message}
              {...register('title')}
            />
            <MarkdownField
              label="Text"
              rows={22}
              hint="The buttons set marks of Markdown around what is selected. “> Note:” begins a note in the margin. HTML is left out, unlike in a campaign. Pictures are uploaded with the button."
              error={errors.content?.message}
              onPicture={mayWrite ? (insert) => setInsert(() => insert) : undefined}
              {...register('content')}
            />
            <TextareaField
              label="Excerpt"
              rows={3}
              hint={counted(
                typed.excerpt,
                ARTICLE_MAX.excerpt,
                'Needed to publish. Shown in lists, and by search engines if there is no description.',
              )}
              error={errors.excerpt?.message}
              {...register('excerpt')}
            />
            <Pair close>
              <TextField
                label="Category"
                autoComplete="off"
                hint="Needed to publish. Readers find articles by it on the Resources page. Type one that exists already, or a new one."
                error={errors.category?.message}
                {...register('category')}
              />
              <TextField
                label="Author"
                autoComplete="off"
                hint="If you leave it empty, the team is named as the author."
                error={errors.author?.message}
                {...register('author')}
              />
            </Pair>
            <TextField
              label="Web address"
              autoComplete="off"
              spellCheck={false}
              readOnly={hasAddress}
              hint={
                hasAddress
                  ? 'It cannot change after publication, because other pages may link to it.'
                  : 'The end of the page’s address: “why-argue” for /resources/why-argue. If you leave it empty, we create it from the title.'
              }
              error={errors.slug?.message}
              {...register('slug')}
            />
            <TextField
              label="Title for search engines"
              autoComplete="off"
              hint={counted(typed.metaTitle, ARTICLE_MAX.metaTitle, 'If you leave it empty, the title is used.')}
              error={errors.metaTitle?.message}
              {...register('metaTitle')}
            />
            <TextareaField
              label="Description for search engines"
              rows={3}
              hint={counted(
                typed.metaDescription,
                ARTICLE_MAX.metaDescription,
                'If you leave it empty, the excerpt is used.',
              )}
              error={errors.metaDescription?.message}
              {...register('metaDescription')}
            />
          </Stack>
        )}
        preview={(className) => (
          <div className={className}>
            <ArticlePreview title={typed.title} content={typed.content} />
          </div>
        )}
      />
      {insert !== null && (
        <PictureDialog
          isForText
          onUpload={(address, alt) => insert(pictureMarkdown(alt, address))}
          onClose={() => setInsert(null)}
        />
      )}
      <Dialog
        open={asks !== null}
        onClose={closeRelease}
        title={`${asks === 'unpublish' ? 'Unpublish' : 'Publish'} “${base.typed.title}”?`}
        footer={
          <>
            <Button onClick={closeRelease} disabled={release.isPending}>
              Cancel
            </Button>
            <Button
              variant={asks === 'unpublish' ? 'danger' : 'primary'}
              onClick={() => asks !== null && release.start(asks)}
              busy={release.isPending}
              busyLabel={asks === 'unpublish' ? 'Unpublishing...' : 'Publishing...'}
            >
              {asks === 'unpublish' ? 'Unpublish' : 'Publish'}
            </Button>
          </>
        }
      >
        <p>
          {asks === 'unpublish'
            ? 'It is removed from the list, the site map and the feed, and its page says that it was not found. You can publish it again, and it keeps its date.'
            : 'Everyone can read it, and search engines can find it. Its web address can no longer change.'}
        </p>
        {problems.length > 0 && (
          <Notice tone="wait">
            Some of the content is not shown as you wrote it. The text
            <ul>
              {problems.map((problem, index) => (
                <li key={index}>{problem}</li>
              ))}
            </ul>
          </Notice>
        )}
        <ActionFailure error={release.error} />
      </Dialog>
    </>
  );
};
