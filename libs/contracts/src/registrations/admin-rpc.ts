import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { division, uuid } from '../fields.ts';
import { actor } from '../identity/model.ts';
import { eventExportRequest, exportSlice } from '../list-export.ts';
import { importRpcs } from '../list-import.ts';
import { listQuery, pageOf } from '../page.ts';
import { eventListQuery } from '../registration-list.ts';
import { registrationList } from '../person-timeline.ts';
import { rpc } from '../rpc.ts';
import { adminEvent, bootcampRegistration, eventCopy, eventFields, eventRoster } from './admin-model.ts';

/** Newest date first. `total` counts all matches of the filter. */
export const listAdminEvents = rpc({
  name: 'registrations.list-admin-events.v1',
  input: listQuery,
  output: pageOf(adminEvent),
});

/** `not_found`. */
export const getAdminEvent = rpc({
  name: 'registrations.get-admin-event.v1',
  input: z.object({ id: uuid() }),
  output: adminEvent,
});

/** The counts of a tournament's roster. `not_found` for other events as well. */
export const readEventRoster = rpc({
  name: 'registrations.read-event-roster.v1',
  input: z.object({ id: uuid() }),
  output: eventRoster,
});

/** `invalid_request` for an event that is not in the future, `event_exists`. */
export const createEvent = rpc({
  name: 'registrations.create-event.v1',
  permission: 'events:write',
  input: z.object({ ...eventFields, by: actor }),
  output: adminEvent,
});

/**
 * Changes an event. `changed` names the fields that differ from before: none where the edit was saved already. If the
 * event gets more places, people on its waitlist move up, as when a place is released; `movedUp` counts them. Throws
 * `not_found`, `invalid_request`, `event_exists` and `version_conflict`.
 */
export const editEvent = rpc({
  name: 'registrations.edit-event.v1',
  permission: 'events:write',
  input: z.object({ ...eventFields, id: uuid(), version: z.number(), by: actor }),
  output: z.object({
    event: adminEvent,
    changed: z.array(z.string()),
    /** Whether calendars that people subscribed to show the change. */
    isInCalendars: z.boolean(),
    movedUp: z.number(),
    /** The members whose seat in a workshop, or position on its waitlist, ended because it was hidden. */
    released: z.optional(z.number()),
    /** After an edit of the rules: the entries with a place, or waiting for one, that break a rule now. Places stay. */
    breaking: z.optional(z.number()),
  }),
  timeoutMs: 10_000,
});

/** Idempotent. `not_found`, `registration_closed`. */
export const closeEvent = rpc({
  name: 'registrations.close-event.v1',
  permission: 'events:write',
  input: z.object({ id: uuid(), by: actor }),
  output: adminEvent,
});

/** Idempotent. `not_found`, `registration_closed`. */
export const reopenEvent = rpc({
  name: 'registrations.reopen-event.v1',
  permission: 'events:write',
  input: z.object({ id: uuid(), by: actor }),
  output: adminEvent,
});

/**
 * Copies an event, or those of a quarter, each at most once. With `dryRun` it creates nothing. `not_found` for an
 * unknown event.
 */
export const cloneEvents = rpc({
  name: 'registrations.clone-events.v1',
  permission: 'events:write',
  input: z.object({
    what: z.union([z.object({ quarter: z.string() }), z.object({ eventId: uuid() })]),
    dryRun: z.boolean(),
    by: actor,
  }),
  output: z.object({ events: z.array(eventCopy), made: z.number() }),
  timeoutMs: 10_000,
});

/** Newest first. `total` counts all matches of the filter. */
export const listBootcampRegistrations = rpc({
  name: 'registrations.list-bootcamp-registrations.v1',
  input: eventListQuery,
  output: pageOf(bootcampRegistration),
});

export const exportBootcampRegistrations = rpc({
  name: 'registrations.export-bootcamp-registrations.v2',
  input: eventExportRequest,
  output: exportSlice,
  timeoutMs: 15_000,
});

/**
 * Hides a registration and offers its seat to the waitlist, like every released seat. The rest of its payment is not
 * refunded; the answer has those cents. `not_found` for a registration that does not exist or was deleted before, `in_progress` while
 * its payment page is open and may be paid at any moment.
 */
export const deleteBootcampRegistration = rpc({
  name: 'registrations.delete-bootcamp-registration.v1',
  permission: 'registrations:write',
  input: z.object({ id: uuid(), by: actor }),
  output: z.object({ keptPayment: cents }),
});

const correctable = {
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  /** Null for a bootcamp, which has none. */
  division: z.nullable(division()),
  /** Unchanged where it is left out, also by older revisions. */
  email: z.optional(z.string()),
};

/**
 * Corrects a registration, and records the old and the new values. `changed` names the fields: none for an edit that is sent a second
 * time. `not_found`; `version_conflict` where a field is neither as it was `seen` nor as wanted; `registration_exists` where the event
 * has another one of that name and email; `invalid_request` for a division that the event does not take, and for the name or division
 * of one that came with a membership. Another `email` is for a registration without an account: it moves to that mailbox, whose account
 * gets it as a claim, and both mailboxes are emailed. `invalid_request` for one of an account or a membership, `address_refused` for the
 * mailbox of a deactivated account, `in_progress` while a seat is held for a payment.
 */
export const correctRegistration = rpc({
  name: 'registrations.correct-registration.v1',
  permission: 'registrations:write',
  input: z.object({
    list: registrationList,
    id: uuid(),
    ...correctable,
    seen: z.object(correctable),
    by: actor,
  }),
  output: z.object({ changed: z.array(z.string()) }),
});

/** Debate club registrations from a file: {@link importRpcs}. */
export const { startImport, addImportRows, discardImport, finishImport, checkImport, doImport, listRefusedRows } =
  importRpcs('registrations');
