import type { CampaignDetails } from '@lectern/contracts/messaging/campaign-model';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../../components/ui/button.tsx';
import { Notice } from '../../../../components/ui/states.tsx';
import { adminSectionPath } from '../../../../config/admin-sections.ts';
import { messageOr } from '../../../../lib/api-error.ts';
import { cx } from '../../../../lib/cx.ts';
import { showFieldErrors } from '../../../../lib/form.ts';
import { toast } from '../../../../lib/toast-store.ts';
import { campaignQuery, removeCampaign, saveCampaign, unscheduleCampaign } from '../../api/campaigns.ts';
import {
  CAMPAIGN_FIELD_NAMES,
  CAMPAIGN_FIELDS,
  campaignDrafts,
  type CampaignTyped,
  campaignTypedOf,
  differingCampaignFields,
  shownCampaignField,
} from '../../campaign-draft.ts';
import { inReadersZone, inZone } from '../../campaign-view.ts';
import type { Conflict } from '../../edit-outcome.ts';
import desk from '../article-editor.module.css';
import { DeleteDialog } from '../delete-dialog.tsx';
import { EditConflict } from '../edit-conflict.tsx';
import { LeaveGuard } from '../leave-guard.tsx';
import { useAdminWrite } from '../use-admin-write.ts';
import wide from '../wide-form.module.css';
import { Audience } from './audience.tsx';
import { CampaignBar } from './campaign-bar.tsx';
import { CampaignFields, useCampaignForm } from './campaign-form.tsx';
import { CampaignPreview } from './campaign-preview.tsx';
import styles from './campaign.module.css';
import { CancelCampaign } from './cancel-campaign.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';
import { useCampaignDeed } from './use-campaign-deed.ts';
import { useTestLetter } from './use-test-letter.ts';

const drafts = campaignDrafts(() => window.localStorage);
const READERS_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When it goes out, by the association's clock and the reader's. */
const goesOut = (at: string): string => {
  const theirs = inReadersZone(at, READERS_ZONE);
  return `Goes out ${inZone(at)}${theirs === '' ? '' : `, ${theirs} by your clock`}.`;
};

/** Writes a campaign beside the letter that its readers will get. What is typed is kept in this browser until it is saved. */
export const CampaignEditor = ({ campaign }: { campaign: CampaignDetails }) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id, status, scheduledAt } = campaign;
  const [restored, setRestored] = useState(() => drafts.read(id));
  // The version that the form began from: somebody else's newer one is no reason to forget it.
  const [base, setBase] = useState({ version: restored?.version ?? campaign.version, typed: campaignTypedOf(campaign) });
  const [conflict, setConflict] = useState<Conflict<CampaignDetails> | null>(null);
  const [asks, setAsks] = useState<'send' | 'schedule' | 'delete' | null>(null);
  const [view, setView] = useState<'write' | 'preview'>('write');
  const form = useCampaignForm(restored?.typed ?? base.typed);
  const { handleSubmit, setError, control, reset, getValues, setValue } = form;
  const typed: CampaignTyped = { ...base.typed, ...useWatch({ control }) };
  const isDirty = differingCampaignFields(typed, base.typed).length > 0;

  useEffect(() => {
    if (!isDirty) return drafts.forget(id);
    const timer = setTimeout(() => drafts.keep(id, { version: base.version, typed: getValues() }), 300);
    return () => clearTimeout(timer);
  });

  /** The form shows what the server has. */
  const show = (saved: CampaignDetails) => {
    drafts.forget(id);
    setRestored(null);
    setConflict(null);
    const next = campaignTypedOf(saved);
    setBase({ version: saved.version, typed: next });
    reset(next);
    client.setQueryData(campaignQuery(id).queryKey, saved);
  };
  const save = useAdminWrite({
    run: ({ version, ...body }: CampaignTyped & { version: number }) => saveCampaign(id, { ...body, version }),
    onSuccess: (outcome) => {
      if ('conflict' in outcome) {
        setConflict(outcome.conflict);
        return;
      }
      show(outcome.saved);
      toast({ title: 'Saved', description: outcome.saved.status === 'scheduled' ? 'It goes out so at its time.' : 'Nobody gets it before you send it.' });
    },
    onError: (error) => {
      showFieldErrors(error, CAMPAIGN_FIELD_NAMES, setError);
      toast({ title: 'Not saved', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  const unschedule = useCampaignDeed({ run: unscheduleCampaign, done: ({ name }) => ({ title: 'Unscheduled', description: `“${name}” is a draft again.` }) });
  const test = useTestLetter(form);
  const submit = (version: number) => handleSubmit((body) => save.start({ ...body, version }));
  const changed = conflict === null ? [] : CAMPAIGN_FIELD_NAMES.filter((name) => conflict.changed.includes(name));
  /** What they changed comes into the form; the rest of what was typed stays, unsaved. */
  const takeTheirs = (current: CampaignDetails) => {
    const values = campaignTypedOf(current);
    for (const name of changed) setValue(name, values[name]);
    setBase({ version: current.version, typed: values });
    setConflict(null);
  };
  // What is sent is what is saved; whether that is newest, the one who sends should know.
  const isBehind = conflict === null && !save.isPending && campaign.version > base.version;

  return (
    <>
      <LeaveGuard isActive={isDirty} />
      <CampaignBar campaign={campaign} note={<span role="status">{isDirty ? 'Not saved yet; kept in this browser.' : status === 'scheduled' && scheduledAt !== null ? goesOut(scheduledAt) : 'All changes are saved.'}</span>}>
        <Button size="small" onClick={test.send} busy={test.isPending} busyLabel="Sending...">
          Send Test
        </Button>
        {status === 'scheduled' && (
          <>
            <Button size="small" onClick={() => unschedule.start(id)} busy={unschedule.isPending} busyLabel="Unscheduling...">
              Unschedule
            </Button>
            <CancelCampaign campaign={campaign} />
          </>
        )}
        {status === 'draft' && (
          <Button size="small" variant="danger" onClick={() => setAsks('delete')}>
            Delete draft
          </Button>
        )}
        <Button size="small" disabled={isDirty || isBehind} aria-describedby={isDirty ? 'send-hint' : undefined} onClick={() => setAsks('schedule')}>
          {status === 'scheduled' ? 'Change time' : 'Schedule'}
        </Button>
        <Button size="small" disabled={isDirty || isBehind} aria-describedby={isDirty ? 'send-hint' : undefined} onClick={() => setAsks('send')}>
          Send now
        </Button>
        <Button size="small" variant="primary" busy={save.isPending} busyLabel="Saving..." disabled={conflict !== null || !isDirty} onClick={() => void submit(base.version)()}>
          Save
        </Button>
      </CampaignBar>
      {isDirty && conflict === null && (
        <p id="send-hint" className={desk['hint']}>
          {status === 'scheduled' && scheduledAt !== null && `${goesOut(scheduledAt)} What is not saved by then is not in it. `}Save first, then send or schedule.
        </p>
      )}
      {restored !== null && isDirty && conflict === null && (
        <Notice tone="wait" role="status">
          This is what you typed here last and did not save.{' '}
          <Button size="small" onClick={() => show(campaign)}>
            Discard it
          </Button>
        </Notice>
      )}
      {isBehind && !isDirty && (
        <Notice tone="wait" role="status">
          Somebody else changed this meanwhile.{' '}
          <Button size="small" onClick={() => show(campaign)}>
            Show it as it is now
          </Button>
        </Notice>
      )}
      {conflict !== null && (
        <EditConflict
          key={conflict.current.version}
          differences={changed.map((field) => {
            const theirs = campaignTypedOf(conflict.current);
            return { field, label: CAMPAIGN_FIELDS[field], theirs: shownCampaignField(theirs, typed, field), mine: shownCampaignField(typed, theirs, field) };
          })}
          busy={save.isPending}
          onTakeTheirs={() => takeTheirs(conflict.current)}
          onSaveMine={() => void submit(conflict.current.version)()}
        />
      )}
      <div className={desk['views']} role="group" aria-label="What is shown">
        <Button size="small" aria-pressed={view === 'write'} onClick={() => setView('write')}>
          Write
        </Button>
        <Button size="small" aria-pressed={view === 'preview'} onClick={() => setView('preview')}>
          Preview
        </Button>
      </div>
      <div className={desk['desk']}>
        <div className={cx(styles['writing'], view === 'preview' && desk['away'])}>
          <form className={wide['form']} noValidate aria-label="Campaign" onSubmit={(event) => void submit(base.version)(event)}>
            <CampaignFields form={form} />
          </form>
          <section aria-labelledby="campaign-audience" className={styles['section']}>
            <h2 id="campaign-audience" className={styles['part']}>
              Audience
            </h2>
            <Audience key={typed.targetAudience} audience={typed.targetAudience} />
          </section>
        </div>
        <div className={cx(desk['preview'], view === 'write' && desk['away'])}>
          <CampaignPreview subject={typed.subject} content={typed.content} audience={typed.targetAudience} />
        </div>
      </div>
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
          drafts.forget(id);
          void navigate(adminSectionPath('campaign'), { replace: true });
          return answer;
        }}
        done="Draft deleted"
        failed={{ title: 'Error deleting draft', description: 'Failed to delete the draft' }}
        onClose={() => setAsks(null)}
      >
        <p>The draft and its text are gone for good. Nobody was written to.</p>
      </DeleteDialog>
    </>
  );
};
