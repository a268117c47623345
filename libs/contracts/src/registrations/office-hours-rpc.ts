import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { rpc } from '../rpc.ts';
import { officeHoursRequest, officeHoursSlot } from './model.ts';
import { memberOfficeHours } from './office-hours-model.ts';

/** The slots of the office hours that can be requested now, soonest first, and this account's own until it is over. */
export const listOfficeHours = rpc({
  name: 'registrations.list-office-hours.v1',
  input: z.object({ userId: uuid() }),
  output: z.object({ slots: z.array(officeHoursSlot), mine: z.nullable(officeHoursRequest) }),
});

/** The sessions of all members that are not over, soonest first. */
export const listAllOfficeHours = rpc({
  name: 'registrations.list-all-office-hours.v1',
  input: z.object({}),
  output: z.array(memberOfficeHours),
});

/** Gives a member a slot. Idempotent. Throws `membership_required`, `office_hours_held`, `slot_unknown` and `slot_taken`. */
export const requestOfficeHours = rpc({
  name: 'registrations.request-office-hours.v1',
  input: z.object({
    member: z.object({
      id: uuid(),
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      isActive: z.boolean(),
    }),
    startsAt: instant(),
    topic: z.string(),
  }),
  output: officeHoursRequest,
});

/** Gives up a slot before it begins. Idempotent. `not_found` for another account's, `slot_begun`. */
export const cancelOfficeHours = rpc({
  name: 'registrations.cancel-office-hours.v1',
  input: z.object({ userId: uuid(), id: uuid() }),
  output: z.object({}),
});
