import { useMay } from '../../../components/console/use-admin.ts';
import { formatCents } from '@lectern/contracts/money';
import type { ShownEvent } from '@lectern/contracts/registrations/admin-model';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { DataColumn, RowAction } from '../../../components/console/data-table/data-column.ts';
import { DataList } from '../../../components/console/data-table/data-list.tsx';
import { eventPathOf, PEOPLE_WORDS, peopleOf, peoplePathOf } from '../../../components/console/event-people.ts';
import { RowName } from '../../../components/console/row-name.tsx';
import { ShortDate } from '../../../components/console/short-date.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { formatDate, formatTime, humanize } from '../../../lib/format.ts';
import { eventList } from '../api/events.ts';
import { closingOf, EVENT_FILTERS, EVENT_STATES } from '../event-view.ts';
import { ChangeRegistration, type RegistrationChange } from './change-registration.tsx';

const CHANGES = { close: 'Close registration', reopen: 'Reopen registration' } as const;

const pageOf = ({ id }: ShownEvent) => eventPathOf(id);
/** Events of several seasons may have the same title. */
const nameOf = ({ title, datetime, timezone }: ShownEvent) => `${title}, ${formatDate(datetime, timezone)}`;

/** A workshop is part of the annual plan. */
const priceOf = ({ type, price }: ShownEvent) => (type === 'workshop' ? 'Included' : formatCents(price));

const People = ({ event }: { event: ShownEvent }) =>
  useMay()('people:read') ? (
    <Link to={peoplePathOf(event)}>
      {peopleOf(event)}
      <span className="visually-hidden">: show the {PEOPLE_WORDS[event.type]}</span>
    </Link>
  ) : (
    peopleOf(event)
  );

const COLUMNS: readonly DataColumn<ShownEvent>[] = [
  { key: 'event', header: 'Event', isLong: true, cell: (event) => <RowName to={pageOf(event)}>{event.title}</RowName> },
  { key: 'type', header: 'Type', cell: ({ type }) => humanize(type) },
  {
    key: 'begins',
    header: 'Begins',
    cell: ({ datetime, timezone }) => <ShortDate at={datetime} timeZone={timezone} />,
  },
  { key: 'time', header: 'Time', cell: ({ datetime, timezone }) => formatTime(datetime, timezone) },
  {
    key: 'deadline',
    header: 'Register by',
    cell: ({ registrationDeadline, timezone }) => <ShortDate at={registrationDeadline} timeZone={timezone} />,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ state }) => <Badge tone={EVENT_STATES[state].tone}>{EVENT_STATES[state].label}</Badge>,
  },
  {
    key: 'people',
    header: 'Registered',
    isLong: true,
    cell: (event) => <People event={event} />,
  },
  { key: 'price', header: 'Price', align: 'end', cell: priceOf },
  { key: 'division', header: 'Division', isExtra: true, cell: ({ division }) => division ?? '—' },
];

const actionsOf = (event: ShownEvent, now: Date, onChange: (change: RegistrationChange) => void): RowAction[] => {
  const change = closingOf(event, now);
  return [
    { label: 'Edit', permission: 'events:write', to: pageOf(event) },
    { label: `Show ${PEOPLE_WORDS[event.type]}`, permission: 'people:read', to: peoplePathOf(event) },
    ...(change === null
      ? []
      : [{ label: CHANGES[change], permission: 'events:write' as const, onSelect: () => onChange({ event, change }) }]),
    { label: 'Copy', permission: 'events:write', to: adminSectionPath('events', { copy: event.id }) },
  ];
};

/** The events, by their status. */
export const EventList = () => {
  const [change, setChange] = useState<RegistrationChange | null>(null);
  const mayWrite = useMay()('events:write');
  return (
    <>
      <p>
        “Not over” shows the next event first. Choose “All statuses” or “Over” for past events: these lists begin with
        the latest date.
      </p>
      <DataList
        source={eventList}
        label="Events"
        noun={['event', 'events']}
        searchHint="Title or location"
        filters={EVENT_FILTERS}
        columns={COLUMNS}
        rowName={nameOf}
        {...(mayWrite ? { rowPage: pageOf } : {})}
        rowActions={(event) => actionsOf(event, new Date(), setChange)}
        whenEmpty="Create tournaments, bootcamp runs and workshops here. They are on the site as soon as you save them."
        actions={() =>
          mayWrite && (
            <>
              <LinkButton size="small" to={adminSectionPath('events', { copy: 'quarter' })}>
                Copy a quarter
              </LinkButton>
              <LinkButton size="small" variant="primary" to={adminSectionPath('events', { edit: 'new' })}>
                New Event
              </LinkButton>
            </>
          )
        }
      />
      <ChangeRegistration change={change} onClose={() => setChange(null)} />
    </>
  );
};
