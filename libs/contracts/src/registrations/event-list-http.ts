import * as z from 'zod/mini';
import { route } from '../route.ts';
import { myEvent, publicEvent } from './model.ts';

/* Apart from the forms: a page that lists events loads these contracts, and those of a form only once somebody fills it in. */

/** Tournaments and bootcamp runs that are not over, soonest first. */
export const listEvents = route({
  method: 'GET',
  path: '/api/events',
  audience: 'public',
  rateLimit: 'none',
  isShared: true,
  response: z.array(publicEvent),
});

/**
 * The same events in the same order, each with its price for the signed-in member and the member's entry. Entries that
 * were made without the member's token are not included.
 */
export const listMyEvents = route({
  method: 'GET',
  path: '/api/events/mine',
  audience: 'member',
  rateLimit: 'none',
  response: z.array(myEvent),
});
