import { May } from '../../../components/console/may.tsx';
import { campaignForm } from '@lectern/contracts/messaging/campaign-http';
import type { CampaignDetails } from '@lectern/contracts/messaging/campaign-model';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DeleteDialog } from '../../../components/console/delete-dialog.tsx';
import editor from '../../../components/console/editor.module.css';
import { EditorViews } from '../../../components/console/editor-views.tsx';
import { KeptDraftNotices } from '../../../components/console/kept-draft-notices.tsx';
import { LeaveGuard } from '../../../components/console/leave-guard.tsx';
import { useKeptDraft, type Writing } from '../../../components/console/use-kept-draft.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { campaignQuery, removeCampaign, saveCampaign, unscheduleCampaign } from '../api/campaigns.ts';
import {
  CAMPAIGN_FIELDS,
  campaignDrafts,
  type CampaignTyped,
  campaignTypedOf,
  EMPTY_CAMPAIGN,
  shownCampaignField,
} from '../campaign-draft.ts';
import { inReadersZone } from '../campaign-view.ts';
import { Audience } from './audience.tsx';
import { CampaignBar } from './campaign-bar.tsx';
import { CampaignFields } from './campaign-form.tsx';
import { CampaignPreview } from './campaign-preview.tsx';
import styles from './campaign.module.css';
import { CancelCampaign } from './cancel-campaign.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';
import { useCampaignAction } from './use-campaign-action.ts';
import { useTestEmail } from './use-test-email.ts';
import { useWhenSent } from './use-when-sent.ts';

const CAMPAIGN: Writing<CampaignDetails, CampaignTyped> = {
  form: campaignForm,
  labels: CAMPAIGN_FIELDS,
  empty: EMPTY_CAMPAIGN,
  typedOf: campaignTypedOf,
  shown: shownCampaignField,
  drafts: campaignDrafts(() => window.localStorage),
};
const READERS_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The sending time in the association's time zone and in the administrator's. */
const goesOut = (at: string): string => {
  const theirs = inReadersZone(at, READERS_ZONE);
  return `Goes out ${formatDateTime(at)}${theirs === '' ? '' : ` (${theirs} in your time zone)`}.`;
};

/** Edits a campaign beside a preview of its email. The browser stores the typed values until they are saved. */
export const CampaignEditor = ({ campaign }: { campaign: CampaignDetails }) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id, status, scheduledAt } = campaign;
  const whenSent = useWhenSent();
  const [asks, setAsks] = useState<'send' | 'schedule' | 'delete' | null>(null);
  const draft = useKeptDraft(CAMPAIGN, {
    id,
    entity: campaign,
    save: (body) => saveCampaign(id, body),
    onShown: (saved) => client.setQueryData(campaignQuery(id).queryKey, saved),
    onSaved: (saved) =>
      toast({
        title: 'Saved',
        description: saved.status === 'scheduled' ? 'The saved version goes out at the scheduled time.' : whenSent,
      }),
  });
  const { form, typed, isDirty, conflict, show } = draft;
  // Sending uses the saved version, so the administrator must see whether a newer one exists.
  const { isBehind } = draft;
  const unschedule = useCampaignAction({
    run: unscheduleCampaign,
    done: ({ name }) => ({ title: 'Unscheduled', description: `“${name}” is a draft again.` }),
  });
  const test = useTestEmail(form);

  return (
    <>
      <LeaveGuard isActive={isDirty} />
      <CampaignBar
        campaign={campaign}
        note={
          <span role="status">
            {isDirty
              ? 'Not saved yet. A copy is kept in this browser, even if you leave this page.'
              : status === 'scheduled' && scheduledAt !== null
                ? goesOut(scheduledAt)
                : `All changes are saved. ${whenSent}`}
          </span>
        }
      >
        <May permission="email:write">
          <Button size="small" onClick={test.send} busy={test.isPending} busyLabel="Sending...">
            Send Test
          </Button>
        </May>
        {status === 'scheduled' && (
          <>
            <May permission="email:send">
              <Button
                size="small"
                onClick={() => unschedule.start(id)}
                busy={unschedule.isPending}
                busyLabel="Unscheduling..."
              >
                Unschedule
              </Button>
              <CancelCampaign campaign={campaign} />
            </May>
          </>
        )}
        {status === 'draft' && (
          <May permission="email:write">
            <Button size="small" variant="danger" onClick={() => setAsks('delete')}>
              Delete draft
            </Button>
          </May>
        )}
        <May permission="email:send">
          <Button
            size="small"
            disabled={isDirty || isBehind}
            aria-describedby={isDirty ? 'send-hint' : undefined}
            onClick={() => setAsks('schedule')}
          >
            {status === 'scheduled' ? 'Change time' : 'Schedule'}
          </Button>
          <Button
            size="small"
            disabled={isDirty || isBehind}
            aria-describedby={isDirty ? 'send-hint' : undefined}
            onClick={() => setAsks('send')}
          >
            Send now
          </Button>
        </May>
        <Button
          size="small"
          variant="primary"
          busy={draft.isSaving}
          busyLabel="Saving..."
          disabled={conflict !== null || !isDirty}
          onClick={() => draft.save()}
        >
          Save
        </Button>
      </CampaignBar>
      {isDirty && conflict === null && (
        <p id="send-hint" className={editor['hint']}>
          {status === 'scheduled' &&
            scheduledAt !== null &&
            `${goesOut(scheduledAt)} Changes that you have not saved by then are left out. `}
          Save first, then send or schedule.
        </p>
      )}
      <KeptDraftNotices draft={draft} />
      {isBehind && !isDirty && (
        <Notice tone="wait" role="status">
          Another administrator changed this campaign meanwhile.{' '}
          <Button size="small" onClick={() => show(campaign)}>
            Show the current version
          </Button>
        </Notice>
      )}
      <EditorViews
        refusals={draft.refusals}
        write={(className) => (
          <Stack gap={6} className={className}>
            <Stack as="form" gap={4} noValidate aria-label="Campaign" onSubmit={draft.save}>
              <CampaignFields form={form} />
            </Stack>
            <Stack as="section" gap={3} aria-labelledby="campaign-audience" className={styles['section']}>
              <h2 id="campaign-audience" className={styles['part']}>
                Audience
              </h2>
              <Audience key={typed.targetAudience} audience={typed.targetAudience} />
            </Stack>
          </Stack>
        )}
        preview={(className) => (
          <div className={className}>
            <CampaignPreview subject={typed.subject} content={typed.content} audience={typed.targetAudience} />
          </div>
        )}
      />
      <SendDialog campaign={asks === 'send' ? campaign : null} onClose={() => setAsks(null)} />
      <ScheduleDialog
        campaign={campaign}
        open={asks === 'schedule'}
        onScheduled={(scheduled) => client.setQueryData(campaignQuery(id).queryKey, scheduled)}
        onClose={() => setAsks(null)}
      />
      <DeleteDialog
        id={asks === 'delete' ? id : null}
        name={`“${campaign.name}”`}
        remove={async (which) => {
          const answer = await removeCampaign(which);
          draft.forget();
          void navigate(adminSectionPath('campaign'), { replace: true });
          return answer;
        }}
        done="Draft deleted"
        failed={{ title: 'Error deleting draft', description: 'Failed to delete the draft' }}
        onClose={() => setAsks(null)}
      >
        <p>The draft and its text are deleted permanently. It was never sent.</p>
      </DeleteDialog>
    </>
  );
};
