import { isDeepStrictEqual } from 'node:util';
import { DomainError, type FieldErrors } from '@lectern/contracts/errors';
import type { createEvent } from '@lectern/contracts/registrations/admin-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import type { Event } from './event.entity.ts';
import { setupOf } from './event-setup.ts';

/** The fields that administrators edit, with their labels. */
export const EVENT_LABELS = {
  title: 'title',
  description: 'description',
  type: 'kind',
  division: 'division',
  datetime: 'beginning',
  endsAt: 'end',
  timezone: 'time zone',
  location: 'location',
  zoomLink: 'Zoom link',
  capacity: 'number of places',
  registrationDeadline: 'registration deadline',
  price: 'price',
  isActive: 'visibility',
  setup: 'set-up',
  refundSteps: 'refunds',
} as const satisfies Partial<Record<keyof Event, string>>;
export type EventField = keyof typeof EVENT_LABELS;
export type EventFields = Pick<Event, EventField>;

/** The fields that calendars show: a change of one raises the calendar sequence. */
export const IN_CALENDARS: readonly EventField[] = [
  'title',
  'description',
  'datetime',
  'endsAt',
  'timezone',
  'location',
  'registrationDeadline',
];

/** `current`: the stored event, whose set-up and refunds a form without them, or with the same ones, leaves as they are. */
export const fieldsOf = (
  form: Omit<RpcInput<typeof createEvent>, 'by'>,
  current: Pick<EventFields, 'setup' | 'refundSteps'> = { setup: null, refundSteps: [] },
): EventFields => ({
  title: form.title,
  description: form.description,
  type: form.type,
  division: form.division,
  datetime: new Date(form.datetime),
  endsAt: new Date(form.endsAt),
  timezone: form.timezone,
  location: form.location,
  zoomLink: form.zoomLink,
  capacity: form.capacity,
  registrationDeadline: new Date(form.registrationDeadline),
  price: form.price,
  isActive: form.isActive,
  setup: form.setup == null || isDeepStrictEqual(form.setup, setupOf(current)) ? current.setup : form.setup,
  refundSteps: form.refundSteps ?? current.refundSteps,
});

/** Throws `invalid_request` with the problem of each field, if there is any. */
export const throwFieldErrors = (wrong: FieldErrors): void => {
  if (Object.keys(wrong).length > 0) throw new DomainError('invalid_request', { fields: wrong });
};

/** The problems with the times of a future event that depend on the clock. */
export const timesInThePast = (
  fields: Pick<EventFields, 'datetime' | 'registrationDeadline'>,
  now: Date,
): FieldErrors => ({
  ...(fields.datetime <= now ? { datetime: 'It must begin in the future' } : {}),
  ...(fields.registrationDeadline <= now
    ? { registrationDeadline: 'This is over already. To end registration now, close it.' }
    : {}),
});

export const EVENT_GONE = 'There is no such event.';
const TWICE = 'There is an event of this kind and title at this time already.';
export const eventExists = (): DomainError =>
  new DomainError('event_exists', { message: TWICE, fields: { title: TWICE } });
