import * as z from 'zod/mini';
import { acknowledgement } from '../fields.ts';
import { route } from '../route.ts';
import { workshops } from './workshop-model.ts';

const byId = z.strictObject({ id: z.uuid() });

/** Every member reads the list; only the annual plan includes a seat. */
export const listWorkshops = route({
  method: 'GET',
  path: '/api/workshops',
  audience: 'member',
  rateLimit: 'none',
  response: workshops,
});

/**
 * Signs the member up for a workshop, or puts them on its waitlist where it is full. Free. `membership_required` without
 * an annual plan that lasts until then, `registration_exists` for a member who is signed up, `registration_closed`
 * after the deadline.
 */
export const signUpForWorkshop = route({
  method: 'POST',
  path: '/api/workshops/:id/seat',
  audience: 'member',
  rateLimit: 'account-write',
  idempotent: true,
  params: byId,
  response: z.object({
    message: z.string(),
    /** On the waitlist, from 1; null with a seat. */
    position: z.nullable(z.number()),
  }),
  status: 201,
});

/** Gives up the member's own seat or position on the waitlist. Idempotent. `registration_closed` once it began. */
export const cancelWorkshopSeat = route({
  method: 'DELETE',
  path: '/api/workshops/:id/seat',
  audience: 'member',
  rateLimit: 'account-write',
  params: byId,
  response: acknowledgement,
});
