import { useMay } from '../../../components/console/use-admin.ts';
import { May } from '../../../components/console/may.tsx';
import type { CampaignDetails, RecipientStatus } from '@lectern/contracts/messaging/campaign-model';
import { Fragment } from 'react';
import { countOf } from '../../../components/console/list-view.ts';
import { shareOf } from '../../../components/console/share-of.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Stat, Stats } from '../../../components/ui/stat.tsx';
import { EmptyState } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { formatCount, formatDateTime } from '../../../lib/format.ts';
import { pauseCampaign, resumeCampaign } from '../api/campaigns.ts';
import { EMAIL_STATES } from '../../../components/console/email-states.ts';
import { AUDIENCES, isNeverSent, progressOf } from '../campaign-view.ts';
import { CampaignBar } from './campaign-bar.tsx';
import { CampaignPreview } from './campaign-preview.tsx';
import { CampaignProgress } from './campaign-progress.tsx';
import styles from './campaign.module.css';
import { CancelCampaign } from './cancel-campaign.tsx';
import { Ledger } from './ledger.tsx';
import { SendToMissed } from './send-to-missed.tsx';
import { useCampaignAction } from './use-campaign-action.ts';

type Followed = CampaignDetails['links'][number];

/** A long address continues on the next line after a slash, not inside a word. */
const breakAfterSlashes = (url: string) =>
  url.split(/(?<=\/)(?!\/)/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));

const linkColumns = (sentCount: number): readonly Column<Followed>[] => [
  { key: 'url', header: 'Link', breakable: true, cell: ({ url }) => breakAfterSlashes(url) },
  { key: 'clicks', header: 'Clicked by', align: 'end', cell: ({ clickCount }) => formatCount(clickCount) },
  { key: 'share', header: 'Share of sent', align: 'end', cell: ({ clickCount }) => shareOf(clickCount, sentCount) },
];

const Running = ({ campaign }: { campaign: CampaignDetails }) => {
  const pause = useCampaignAction({
    run: pauseCampaign,
    done: ({ name }) => ({
      title: 'Campaign paused',
      description: `“${name}” sends no more emails until you resume it.`,
    }),
  });
  const resume = useCampaignAction({
    run: resumeCampaign,
    done: ({ name }) => ({ title: 'Campaign resumed', description: `“${name}” continues where it stopped.` }),
  });
  return (
    <>
      {campaign.status === 'sending' ? (
        <Button size="small" onClick={() => pause.start(campaign.id)} busy={pause.isPending} busyLabel="Pausing...">
          Pause
        </Button>
      ) : (
        <Button
          size="small"
          variant="primary"
          onClick={() => resume.start(campaign.id)}
          busy={resume.isPending}
          busyLabel="Resuming..."
        >
          Resume
        </Button>
      )}
      <CancelCampaign campaign={campaign} />
    </>
  );
};

const STATES = Object.keys(EMAIL_STATES) as RecipientStatus[];

/** The results of a campaign so far. */
export const CampaignOutcome = ({ campaign }: { campaign: CampaignDetails }) => {
  const { status, recipients, sentCount, openCount, clickCount, machineOpenCount, links, sentAt } = campaign;
  const isRunning = status === 'sending' || status === 'paused';
  const neverSent = isNeverSent(campaign);
  const may = useMay();
  const { total } = progressOf(campaign);
  return (
    <>
      <CampaignBar
        campaign={campaign}
        note={
          <span>{sentAt === null ? '' : `${status === 'sent' ? 'Sent' : 'Started'} ${formatDateTime(sentAt)}.`}</span>
        }
      >
        <May permission="email:send">
          {isRunning ? <Running campaign={campaign} /> : <SendToMissed campaign={campaign} />}
        </May>
      </CampaignBar>
      <div className={styles['head']}>
        <h2>{campaign.name}</h2>
        <p>
          {AUDIENCES[campaign.targetAudience]}
          {neverSent ? '.' : `, ${countOf(total, ['address', 'addresses'])}, each once.`}{' '}
          {campaign.isPublic && status === 'sent' && 'Everyone can read it on the site.'}
          {campaign.isPublic && isRunning && 'Everyone can read it on the site once it is sent.'}
        </p>
      </div>
      {isRunning && <CampaignProgress campaign={campaign} />}
      {sentCount > 0 && (
        <Stats>
          <Stat label="Sent" value={formatCount(sentCount)} note={`${shareOf(sentCount, total)} of the audience`} />
          <Stat
            label="Opened"
            value={formatCount(openCount)}
            note={`${shareOf(openCount, sentCount)} of sent emails`}
          />
          <Stat
            label="Clicked"
            value={formatCount(clickCount)}
            note={`${shareOf(clickCount, sentCount)} of sent emails`}
          />
          {machineOpenCount > 0 && (
            <Stat
              label="Opened automatically"
              value={formatCount(machineOpenCount)}
              note="By mail programs that load images before a person reads the email. Not counted as opened."
            />
          )}
        </Stats>
      )}
      {neverSent ? (
        <EmptyState title="Never sent">
          This campaign was cancelled before it was sent. No one got it, and it cannot be sent any more.
        </EmptyState>
      ) : (
        <Stack as="section" gap={3} aria-labelledby="campaign-states" className={styles['section']}>
          <h2 id="campaign-states" className={styles['part']}>
            Delivery status
          </h2>
          <dl className={styles['states']}>
            {STATES.filter((state) => recipients[state] > 0).map((state) => (
              <div key={state}>
                <dt>{EMAIL_STATES[state].label}</dt>
                <dd>
                  <strong>{formatCount(recipients[state])}</strong>
                  <span>{shareOf(recipients[state], total)}</span>
                  <span className={styles['meaning']}>{EMAIL_STATES[state].meaning}</span>
                </dd>
              </div>
            ))}
          </dl>
        </Stack>
      )}
      {links.length > 0 && (
        <Stack as="section" gap={3} aria-labelledby="campaign-links" className={styles['section']}>
          <h2 id="campaign-links" className={styles['part']}>
            Links
          </h2>
          <Table caption="Links of the email" columns={linkColumns(sentCount)} rows={links} rowKey={({ url }) => url} />
        </Stack>
      )}
      <Stack as="details" gap={3} className={styles['section']}>
        <summary className={styles['part']}>The email</summary>
        <div className={styles['paper']}>
          <CampaignPreview subject={campaign.subject} content={campaign.content} audience={campaign.targetAudience} />
        </div>
      </Stack>
      {!neverSent && may('people:read') && (
        <Stack as="section" gap={3} aria-labelledby="campaign-ledger" className={styles['section']}>
          <h2 id="campaign-ledger" className={styles['part']}>
            All recipients
          </h2>
          <p>This list updates by itself. It may be up to a minute behind the numbers above.</p>
          <Ledger campaign={campaign} />
        </Stack>
      )}
    </>
  );
};
