import type { EventCopy } from '@lectern/contracts/registrations/admin-model';
import { dateIn } from '@lectern/contracts/zoned-time';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { LeaveGuard } from '../../../components/console/leave-guard.tsx';
import pair from '../../../components/console/pair.module.css';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState, Notice } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { useAssociation } from '../../../lib/association.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { copyEvents, type CopySource, previewQuery } from '../api/events.ts';
import { COPY_OUTCOMES, nothingToCopy, quarterChoices } from '../event-view.ts';
import styles from './events.module.css';

const COLUMNS: readonly Column<EventCopy>[] = [
  { key: 'from', header: 'From', cell: (copy) => copy.sourceTitle },
  {
    key: 'to',
    header: 'To',
    cell: (copy) => (
      <span className={pair['pair']}>
        {copy.eventId === null ? (
          <span className={pair['name']}>{copy.title}</span>
        ) : (
          <Link to={adminSectionPath('events', { edit: copy.eventId })}>{copy.title}</Link>
        )}
        {copy.outcome === 'new' && copy.descriptionNamesDates && (
          <span className={pair['small']}>
            Its description mentions months or seasons, which are not changed. Edit it after copying.
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'begins',
    header: 'Begins',
    cell: (copy) => (
      <span className={pair['pair']}>
        <time dateTime={copy.datetime}>{formatDate(copy.datetime, copy.timezone)}</time>
        <span className={pair['small']}>{formatTime(copy.datetime, copy.timezone)}</span>
      </span>
    ),
  },
  {
    key: 'deadline',
    header: 'Register by',
    cell: (copy) => (
      <time dateTime={copy.registrationDeadline}>{formatDate(copy.registrationDeadline, copy.timezone)}</time>
    ),
  },
  {
    key: 'outcome',
    header: 'Outcome',
    cell: ({ outcome }) => <Badge tone={COPY_OUTCOMES[outcome].tone}>{COPY_OUTCOMES[outcome].label}</Badge>,
  },
];

/** Copies one event, or all events of a quarter, into the next quarter, after a preview. */
export const CloneEvents = ({ eventId, onDone }: { eventId: string | null; onDone: () => void }) => {
  const association = useAssociation();
  const [quarters] = useState(() => quarterChoices(dateIn(association.timeZone, new Date())));
  const [quarter, setQuarter] = useState(quarters[1]!.value);
  const source: CopySource = eventId === null ? { quarter } : { eventId };
  const { data, isPending, isError, error, isFetching, refetch } = useQuery(previewQuery(source));
  const { start, isPending: isCopying } = useAdminWrite({
    run: copyEvents,
    onSuccess: ({ message }) => {
      toast({ title: 'Events copied', description: message });
      onDone();
    },
    onError: (failure) =>
      toast({ title: 'Error', description: messageOr(failure, 'Failed to copy the events'), variant: 'destructive' }),
  });
  const fresh = data?.events.filter(({ outcome }) => outcome === 'new').length ?? 0;
  return (
    <section className={styles['sheet']} aria-labelledby="copy-events">
      <LeaveGuard
        isActive={quarter !== quarters[1]!.value}
        lost="No event is copied yet, and the quarter that you chose is not kept."
      />
      <h2 id="copy-events">{eventId === null ? 'Copy a quarter' : 'Copy an event'}</h2>
      <p>
        {eventId === null ? 'Every event of a quarter that is shown on the site is copied' : 'The event is copied'} to
        the next quarter, thirteen weeks later. The day of the week and the time of day stay the same, and the name
        changes to the next season. The copy of a hidden event is hidden too. Each event is copied only once. “Already
        exists” marks an event that the next quarter has already. It keeps its own dates.
      </p>
      {eventId === null && (
        <SelectField
          label="Quarter"
          options={quarters}
          value={quarter}
          onChange={(event) => setQuarter(event.target.value)}
        />
      )}
      {isPending ? (
        <Skeleton lines={4} label="Loading the preview" />
      ) : isError ? (
        <ErrorState title="The preview could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {messageOr(error, error.message)}
        </ErrorState>
      ) : data.events.length === 0 ? (
        <EmptyState title="No events in this quarter">There is nothing to copy.</EmptyState>
      ) : (
        <>
          {fresh === 0 && <Notice>{nothingToCopy(data.events)}</Notice>}
          <Table caption="Events to create" columns={COLUMNS} rows={data.events} rowKey={({ sourceId }) => sourceId} />
        </>
      )}
      <div className={styles['foot']}>
        <Button onClick={onDone} disabled={isCopying}>
          Cancel
        </Button>
        {data !== undefined && (
          <Button
            variant="primary"
            onClick={() => start(source)}
            disabled={fresh === 0 || isFetching}
            busy={isCopying}
            busyLabel="Copying..."
          >
            {fresh === 0 ? 'Nothing to copy' : fresh === 1 ? 'Create 1 event' : `Create ${fresh} events`}
          </Button>
        )}
      </div>
    </section>
  );
};
