import type { ShownEvent } from '@lectern/contracts/registrations/admin-model';
import { formatCents } from '@lectern/contracts/money';
import { isTimeZone } from '@lectern/contracts/time-zone';
import { centsOf, typedDollars } from '../../components/console/typed-dollars.ts';
import { instantOf, wallClock } from '../../components/console/wall-clock.ts';
import { formatDateTime } from '../../lib/format.ts';

/** The values in the form of an event. Times are in the event's own zone, in the format of the browser's date field. */
export interface EventValues {
  title: string;
  description: string;
  type: ShownEvent['type'];
  division: 'development' | 'professional' | '';
  datetime: string;
  endsAt: string;
  timezone: string;
  location: string;
  zoomLink: string;
  capacity: string;
  registrationDeadline: string;
  price: string;
  isActive: boolean;
}

export type EventField = keyof EventValues;

export const EVENT_LABELS: Readonly<Record<EventField, string>> = {
  title: 'Title',
  type: 'Kind',
  description: 'Description',
  division: 'Division',
  timezone: 'Time zone',
  datetime: 'Begins',
  endsAt: 'Ends',
  registrationDeadline: 'Registration deadline',
  location: 'Location',
  zoomLink: 'Zoom link',
  capacity: 'Number of places',
  price: 'Price',
  isActive: 'Shown on the site',
};

export const EVENT_FIELDS = Object.keys(EVENT_LABELS) as EventField[];

export const noEvent = (timezone: string): EventValues => ({
  title: '',
  description: '',
  type: 'tournament',
  division: '',
  datetime: '',
  endsAt: '',
  timezone,
  location: 'Zoom',
  zoomLink: '',
  capacity: '',
  registrationDeadline: '',
  price: '',
  isActive: true,
});

export const valuesOf = (event: ShownEvent): EventValues => ({
  title: event.title,
  description: event.description,
  type: event.type,
  division: event.division ?? '',
  datetime: wallClock(event.timezone, event.datetime),
  endsAt: wallClock(event.timezone, event.endsAt),
  timezone: event.timezone,
  location: event.location,
  zoomLink: event.zoomLink ?? '',
  capacity: event.capacity === null ? '' : String(event.capacity),
  registrationDeadline: wallClock(event.timezone, event.registrationDeadline),
  price: typedDollars(event.price),
  isActive: event.isActive,
});

/** "New York", from "America/New_York"; empty if it is not a time zone. */
export const cityOf = (timezone: string): string =>
  isTimeZone(timezone.trim()) ? timezone.trim().split('/').at(-1)!.replaceAll('_', ' ') : '';

/** The time zone of most events of a kind; null without any. */
export const usualZone = (
  events: readonly Pick<ShownEvent, 'type' | 'timezone'>[],
  type: ShownEvent['type'],
): string | null => {
  const counts = new Map<string, number>();
  for (const event of events)
    if (event.type === type) counts.set(event.timezone, (counts.get(event.timezone) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null;
};

/** The form as a request body, before its schema checks it. */
export const bodyOf = (values: EventValues) => {
  // An invalid time zone is one error, at its own field: the times beside it are still read.
  const zone = isTimeZone(values.timezone.trim()) ? values.timezone : 'UTC';
  return {
    title: values.title,
    description: values.description,
    type: values.type,
    // A workshop is for both, and part of the annual plan.
    division: values.division === '' || values.type === 'workshop' ? null : values.division,
    datetime: instantOf(zone, values.datetime),
    endsAt: instantOf(zone, values.endsAt),
    timezone: values.timezone,
    location: values.location,
    zoomLink: values.zoomLink.trim() === '' ? null : values.zoomLink.trim(),
    capacity: values.capacity === '' ? null : Number(values.capacity),
    registrationDeadline: instantOf(zone, values.registrationDeadline),
    price: values.type === 'workshop' ? 0 : (centsOf(values.price) as number),
    isActive: values.isActive,
  };
};

/** A field as text: "Nov 21, 2026, 12:00 PM EST". */
export const shownField = (values: EventValues, field: EventField): string => {
  switch (field) {
    case 'datetime':
    case 'endsAt':
    case 'registrationDeadline': {
      const instant = instantOf(values.timezone, values[field]);
      return instant === '' ? values[field] : formatDateTime(instant, values.timezone);
    }
    case 'isActive':
      return values.isActive ? 'Yes' : 'No';
    case 'price': {
      const cents = centsOf(values.price) ?? Number.NaN;
      return Number.isNaN(cents) ? values.price : formatCents(cents);
    }
    case 'capacity':
      return values.capacity === '' ? 'Unlimited' : values.capacity;
    case 'division':
      return values.division === '' ? 'Both divisions' : values.division;
    default:
      return values[field] === '' ? '—' : values[field];
  }
};
