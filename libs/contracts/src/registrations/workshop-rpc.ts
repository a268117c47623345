import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { idempotency } from '../idempotency.ts';
import { actor } from '../identity/model.ts';
import { eventExportRequest, exportSlice } from '../list-export.ts';
import { pageOf } from '../page.ts';
import { eventListQuery } from '../registration-list.ts';
import { rpc } from '../rpc.ts';
import { workshopRegistration } from './admin-model.ts';
import { workshops } from './workshop-model.ts';

/** The workshops that are not over, soonest first, each with the account's own seat. */
export const listWorkshops = rpc({
  name: 'registrations.list-workshops.v1',
  input: z.object({ userId: uuid() }),
  output: workshops,
});

/**
 * Gives a member a seat, or a position on the waitlist. A request with the same idempotency key gets the first answer
 * again. Throws `not_found`, `membership_required`, `registration_exists` and `registration_closed`.
 */
export const signUpForWorkshop = rpc({
  name: 'registrations.sign-up-for-workshop.v1',
  input: z.object({
    eventId: uuid(),
    member: z.object({ id: uuid(), email: z.string(), firstName: z.string(), lastName: z.string() }),
    idempotency: z.optional(idempotency),
  }),
  output: z.object({ registrationId: uuid(), title: z.string(), position: z.nullable(z.number()) }),
});

/** Idempotent. `not_found` for an unknown workshop, `registration_closed` once it began. */
export const cancelWorkshopSeat = rpc({
  name: 'registrations.cancel-workshop-seat.v1',
  input: z.object({ eventId: uuid(), userId: uuid() }),
  output: z.object({ title: z.string() }),
});

/** Newest first. `total` counts all matches of the filter. */
export const listWorkshopRegistrations = rpc({
  name: 'registrations.list-workshop-registrations.v1',
  input: eventListQuery,
  output: pageOf(workshopRegistration),
});

export const exportWorkshopRegistrations = rpc({
  name: 'registrations.export-workshop-registrations.v1',
  input: eventExportRequest,
  output: exportSlice,
  timeoutMs: 15_000,
});

/** Removes a sign-up; its seat goes to the waitlist. `not_found` for one that does not exist or was deleted before. */
export const deleteWorkshopRegistration = rpc({
  name: 'registrations.delete-workshop-registration.v1',
  permission: 'registrations:write',
  input: z.object({ id: uuid(), by: actor }),
  output: z.object({}),
});
