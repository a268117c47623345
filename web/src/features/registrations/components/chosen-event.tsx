import type { ShownEvent } from '@lectern/contracts/registrations/admin-model';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { eventPathOf, peopleOf } from '../../../components/console/event-people.ts';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { formatDate } from '../../../lib/format.ts';
import { eventsQuery } from '../event-filter.ts';

/** A link from a list of registrations to the events, or to the chosen event with its numbers of people. */
export const ChosenEvent = ({ of }: { of: ShownEvent['type'] }) => {
  const [params] = useSearchParams();
  const { data } = useQuery(eventsQuery);
  const event = data?.find(({ type, id }) => type === of && id === params.get('event'));
  return event === undefined ? (
    <p>
      Create and edit {of === 'workshop' ? 'workshops' : 'bootcamp runs'} under{' '}
      <Link to={adminSectionPath('events')}>Events</Link>.
    </p>
  ) : (
    <p>
      <Link to={eventPathOf(event.id)}>{event.title}</Link>, {formatDate(event.datetime, event.timezone)}:{' '}
      {peopleOf(event)}
    </p>
  );
};
