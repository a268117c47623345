import type { ShownEvent } from '@lectern/contracts/registrations/admin-model';
import type { EventNotice } from '@lectern/contracts/registrations/event-notice-model';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmailFrame } from '../../../components/console/email-frame/email-frame.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState, Notice } from '../../../components/ui/states.tsx';
import { type Column, Table } from '../../../components/ui/table.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { type EventNotices, eventNoticesQuery, noticePreviewQuery } from '../api/event-notices.ts';
import styles from './events.module.css';

type Planned = EventNotices['notices'][number];

const NAMES: Readonly<Record<EventNotice, string>> = {
  seven_days: 'A week before',
  payment_reminder: 'Payment reminder',
  one_day: 'A day before, with the link',
  one_hour: 'An hour before, with the link',
  changed: 'New details',
};
/** Until it is over, a notice also goes to people who get their place late. */
const stateOf = ({ state, people, written, skipped }: Planned): { tone: 'plain' | 'wait' | 'ok'; label: string } => {
  if (state === 'planned') return { tone: 'plain', label: 'Planned' };
  if (people === 0) return { tone: 'plain', label: state === 'due' ? 'Nobody yet' : 'Over' };
  return state === 'due' && written + skipped < people
    ? { tone: 'wait', label: 'Sending' }
    : { tone: 'ok', label: 'Done' };
};

const StateBadge = ({ planned }: { planned: Planned }) => {
  const { tone, label } = stateOf(planned);
  return <Badge tone={tone}>{label}</Badge>;
};

const columnsOf = (timezone: string, onPreview: (notice: EventNotice) => void): Column<Planned>[] => [
  { key: 'notice', header: 'Email', cell: ({ notice }) => NAMES[notice] },
  { key: 'at', header: 'When', cell: ({ at }) => <time dateTime={at}>{formatDateTime(at, timezone)}</time> },
  {
    key: 'state',
    header: 'State',
    cell: (planned) => <StateBadge planned={planned} />,
  },
  { key: 'people', header: 'People', align: 'end', cell: ({ people }) => people },
  { key: 'sent', header: 'Sent', align: 'end', cell: ({ sent }) => sent },
  { key: 'skipped', header: 'Skipped', align: 'end', cell: ({ skipped }) => skipped },
  { key: 'failed', header: 'Failed', align: 'end', cell: ({ failed }) => failed },
  {
    key: 'preview',
    header: 'Preview',
    cell: ({ notice, at }) => (
      <Button
        size="small"
        aria-label={`Preview: ${NAMES[notice]}, ${formatDateTime(at, timezone)}`}
        onClick={() => onPreview(notice)}
      >
        Preview
      </Button>
    ),
  },
];

const Preview = ({ id, notice }: { id: string; notice: EventNotice }) => {
  const { data, isPending, isError, error, isFetching, refetch } = useQuery(noticePreviewQuery(id, notice));
  if (isPending) return <Skeleton lines={8} label="Loading the email" />;
  if (isError)
    return (
      <ErrorState title="The email could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
        {messageOr(error, error.message)}
      </ErrorState>
    );
  return (
    <>
      <p>
        Subject: <strong>{data.subject}</strong>
      </p>
      <EmailFrame html={data.html} title={data.subject} />
    </>
  );
};

/** The emails of an event to the people with a place, by the event's saved dates. */
export const NoticeTimeline = ({ event }: { event: Pick<ShownEvent, 'id' | 'timezone'> }) => {
  const [previewed, setPreviewed] = useState<EventNotice | null>(null);
  const { data, isPending, isError, error, isFetching, refetch } = useQuery(eventNoticesQuery(event.id));
  return (
    <section className={styles['notices']} aria-labelledby="event-emails">
      <h2 id="event-emails">Emails of this event</h2>
      <p>
        They go to everybody with a paid place, at these times in the event’s zone. The payment reminder goes to unpaid
        entries a day before they must be paid. Of several that are due, a person gets only the latest; the others are
        skipped.
      </p>
      {isPending ? (
        <Skeleton lines={6} label="Loading the emails" />
      ) : isError && data === undefined ? (
        <ErrorState title="The emails could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {messageOr(error, error.message)}
        </ErrorState>
      ) : (
        <>
          {data.needsLink && (
            <Notice tone="wait">
              No Zoom link yet. Without it, the email of the day before says that the link follows. Once you enter it
              within the last day, it is emailed to everybody with a paid place.
            </Notice>
          )}
          <Table
            caption="Emails of this event"
            columns={columnsOf(event.timezone, setPreviewed)}
            rows={data.notices}
            rowKey={({ notice, at }) => `${notice} ${at}`}
          />
        </>
      )}
      <Dialog
        open={previewed !== null}
        onClose={() => setPreviewed(null)}
        title={previewed === null ? '' : NAMES[previewed]}
        footer={<Button onClick={() => setPreviewed(null)}>Close</Button>}
      >
        {previewed !== null && <Preview id={event.id} notice={previewed} />}
      </Dialog>
    </section>
  );
};
