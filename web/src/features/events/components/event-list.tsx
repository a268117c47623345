import { formatCents } from '@lectern/contracts/money';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { AdminList } from '../../../components/console/admin-list.tsx';
import pair from '../../../components/console/pair.module.css';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import type { Column } from '../../../components/ui/table.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { formatDate, formatTime, humanize } from '../../../lib/format.ts';
import { eventList } from '../api/events.ts';
import { closingOf, EVENT_FILTERS, EVENT_STATES, peopleOf } from '../event-view.ts';
import { ChangeRegistration, type RegistrationChange } from './change-registration.tsx';
import styles from './events.module.css';

const CHANGES = { close: 'Close registration', reopen: 'Reopen registration' } as const;

const columns = (now: Date, onChange: (change: RegistrationChange) => void): readonly Column<AdminEvent>[] => [
  {
    key: 'event',
    header: 'Event',
    cell: (event) => (
      <span className={pair['pair']}>
        <Link className={pair['name']} to={adminSectionPath('events', { edit: event.id })}>
          {event.title}
        </Link>
        <span className={pair['small']}>
          {humanize(event.type)}
          {event.division !== null && `, ${event.division}`}
        </span>
      </span>
    ),
  },
  {
    key: 'begins',
    header: 'Begins',
    cell: (event) => (
      <span className={pair['pair']}>
        <time dateTime={event.datetime}>{formatDate(event.datetime, event.timezone)}</time>
        <span className={pair['small']}>{formatTime(event.datetime, event.timezone)}</span>
      </span>
    ),
  },
  {
    key: 'deadline',
    header: 'Register by',
    cell: (event) => (
      <time dateTime={event.registrationDeadline}>{formatDate(event.registrationDeadline, event.timezone)}</time>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ state }) => <Badge tone={EVENT_STATES[state].tone}>{EVENT_STATES[state].label}</Badge>,
  },
  { key: 'people', header: 'Registered', cell: peopleOf },
  { key: 'price', header: 'Price', align: 'end', cell: (event) => formatCents(event.price) },
  {
    key: 'actions',
    header: 'Actions',
    cell: (event) => {
      const change = closingOf(event, now);
      return (
        <span className={styles['buttons']}>
          <LinkButton
            size="small"
            to={adminSectionPath('events', { edit: event.id })}
            aria-label={`Edit ${event.title}, ${formatDate(event.datetime, event.timezone)}`}
          >
            Edit
          </LinkButton>
          {change !== null && (
            <Button
              size="small"
              onClick={() => onChange({ event, change })}
              aria-label={`${CHANGES[change]} for ${event.title}, ${formatDate(event.datetime, event.timezone)}`}
            >
              {CHANGES[change]}
            </Button>
          )}
          <LinkButton
            size="small"
            to={adminSectionPath('events', { copy: event.id })}
            aria-label={`Copy ${event.title}, ${formatDate(event.datetime, event.timezone)}`}
          >
            Copy
          </LinkButton>
        </span>
      );
    },
  },
];

/** Every event, latest date first. */
export const EventList = () => {
  const [change, setChange] = useState<RegistrationChange | null>(null);
  return (
    <>
      <p>
        The list begins with the event that is furthest ahead and ends with the oldest one. Choose the status “Open” to
        see only the events that people can register for now; the next one is the last of them.
      </p>
      <AdminList
        source={eventList}
        label="Events"
        noun={['event', 'events']}
        searchHint="Title or location"
        filters={EVENT_FILTERS}
        columns={columns(new Date(), setChange)}
        whenEmpty="Create tournaments and bootcamp runs here. They are on the site as soon as you save them."
        actions={() => (
          <>
            <LinkButton size="small" to={adminSectionPath('events', { copy: 'quarter' })}>
              Copy a quarter
            </LinkButton>
            <LinkButton size="small" variant="primary" to={adminSectionPath('events', { edit: 'new' })}>
              New Event
            </LinkButton>
          </>
        )}
      />
      <ChangeRegistration change={change} onClose={() => setChange(null)} />
    </>
  );
};
