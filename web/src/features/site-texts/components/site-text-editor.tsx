import {
  permissionToChange,
  SITE_TEXTS,
  type SiteTextKey,
  type SiteTextValue,
} from '@lectern/contracts/content/site-text';
import type { SiteTextVersion } from '@lectern/contracts/content/site-text-http';
import { onlyMay } from '@lectern/contracts/identity/permission';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Link } from 'react-router-dom';
import frame from '../../../components/console/editor.module.css';
import { EditorViews } from '../../../components/console/editor-views.tsx';
import { KeptDraftNotices } from '../../../components/console/kept-draft-notices.tsx';
import { LeaveGuard } from '../../../components/console/leave-guard.tsx';
import { useMay } from '../../../components/console/use-admin.ts';
import { useKeptDraft, type Writing } from '../../../components/console/use-kept-draft.ts';
import { siteQuery } from '../../../components/site-texts/use-site-text.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Cluster, Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { ExternalLinkButton } from '../../../components/ui/link-button.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { cx } from '../../../lib/cx.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { saveText, siteTextQuery } from '../api/site-texts.ts';
import { saverOf } from '../../../components/console/saver-of.ts';
import { showProfile } from '../show-profile.ts';
import { describeField, TEXT_KINDS, textDrafts } from '../texts.ts';
import styles from './site-text-editor.module.css';
import { LogoPicture } from './logo-field.tsx';
import { MemberSessions } from './member-sessions.tsx';
import { TEXT_FIELDS } from './text-fields.tsx';
import { TextHistory } from './text-history.tsx';
import { ScrollArea } from './scroll-area.tsx';
import { TextPreview } from './text-preview.tsx';

/** The values of a text's form are its value: a form has the names of its fields at run time only. */
const writingOf = (key: SiteTextKey): Writing<SiteTextVersion, FieldValues> => ({
  form: SITE_TEXTS[key],
  labels: TEXT_KINDS[key].labels,
  // Every text has a version; none begins empty.
  empty: {},
  typedOf: ({ value }) => value,
  shown: (typed, other, field) =>
    key === 'profile' && field === 'logo' && typed[field] !== other[field] && typed[field] !== null ? (
      <LogoPicture logo={String(typed[field])} name={String(typed['name'])} />
    ) : (
      describeField(typed[field], other[field])
    ),
  drafts: textDrafts(key),
});

/** Edits a text of the site beside its preview, and lists its versions. The browser stores the typed values until they are saved. */
export const SiteTextEditor = ({ text }: { text: SiteTextVersion }) => {
  const { key } = text;
  const client = useQueryClient();
  const { title, page, section } = TEXT_KINDS[key];
  const permission = permissionToChange(key);
  const mayChange = useMay()(permission);
  const writing = useMemo(() => writingOf(key), [key]);
  const draft = useKeptDraft(writing, {
    id: key,
    entity: text,
    save: ({ version, ...value }) => saveText({ key, value, version } as Parameters<typeof saveText>[0]),
    onShown: (saved) => {
      client.setQueryData(siteTextQuery(key).queryKey, saved);
      void client.invalidateQueries({ queryKey: siteQuery.queryKey });
      if (saved.key === 'profile') showProfile(saved.value);
    },
    onSaved: () => toast({ title: 'Saved', description: `The site shows “${title}” as it is now.` }),
  });
  const { typed, isDirty, conflict } = draft;
  const Fields = TEXT_FIELDS[key];
  return (
    <>
      <LeaveGuard isActive={isDirty} />
      <div className={frame['bar']}>
        <Cluster className={frame['state']}>
          {section === undefined && <Link to={adminSectionPath('site-texts')}>All texts</Link>}
          <a href="#history">History</a>
          <span role="status">
            {isDirty
              ? 'Not saved yet. A copy is kept in this browser, even if you leave this page.'
              : text.savedAt === null
                ? 'As it came with the site.'
                : `Saved ${formatDateTime(text.savedAt)} by ${saverOf(text)}.`}
          </span>
        </Cluster>
        <Cluster>
          {page.path !== undefined && (
            <ExternalLinkButton size="small" href={page.path}>
              View page
            </ExternalLinkButton>
          )}
          {isDirty && (
            <Button size="small" disabled={draft.isSaving} onClick={draft.discard}>
              Discard changes
            </Button>
          )}
          {mayChange && (
            <Button
              size="small"
              variant="primary"
              busy={draft.isSaving}
              busyLabel="Saving..."
              disabled={conflict !== null}
              onClick={() => draft.save()}
            >
              Save
            </Button>
          )}
        </Cluster>
      </div>
      {!mayChange && <Notice tone="info">{onlyMay(permission)} You can read them here.</Notice>}
      <KeptDraftNotices
        draft={draft}
        savedOf={(saved) => (saved.savedAt === null ? undefined : { by: saverOf(saved), at: saved.savedAt })}
      />
      <EditorViews
        refusals={draft.refusals}
        write={(className) => (
          <Stack as="form" gap={4} className={className} noValidate aria-label={title} onSubmit={draft.save}>
            {section === undefined && key !== 'officeHours' && key !== 'bootcamp' && (
              <p className={frame['hint']}>Plain text: Markdown and HTML appear on the page as you type them.</p>
            )}
            <fieldset className={styles['fields']} disabled={!mayChange}>
              <Fields form={draft.form} />
            </fieldset>
          </Stack>
        )}
        preview={(className) => (
          <ScrollArea label="Preview" className={cx(className, styles['sheet'])}>
            <p className={styles['label']}>Preview</p>
            <TextPreview of={key} value={typed as SiteTextValue<typeof key>} />
          </ScrollArea>
        )}
      />
      {key === 'officeHours' && <MemberSessions />}
      <TextHistory
        of={key}
        version={draft.base.version}
        value={draft.base.typed}
        mayRestore={mayChange}
        isDirty={isDirty}
        onRestored={(saved) => {
          draft.show(saved);
          toast({ title: 'Restored', description: `The site shows “${title}” as it was then.` });
        }}
        onFailed={(error) => {
          draft.failed('Nothing has changed')(error);
          // The form has no unsaved changes here, so it shows the current version for review before the next attempt.
          if (error instanceof ApiError && error.code === 'version_conflict')
            void client.fetchQuery(siteTextQuery(key)).then(draft.show, () => undefined);
        }}
      />
    </>
  );
};
