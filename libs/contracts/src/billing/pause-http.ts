import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { acknowledgement } from '../fields.ts';
import { route } from '../route.ts';
import { pauseEndQuote, pauseMonths, pauseOffer } from './pause.ts';

/** The pauses of a monthly subscription, with the dates of the next charge. Nothing is changed. */
export const previewPause = route({
  method: 'POST',
  path: '/api/subscription/pause/preview',
  audience: 'member',
  rateLimit: 'provider-read',
  response: pauseOffer,
});

/** Pauses the subscription from the end of the paid period on. A repetition changes nothing. */
export const pauseSubscription = route({
  method: 'POST',
  path: '/api/subscription/pause',
  audience: 'member',
  rateLimit: 'write',
  body: z.strictObject({ months: pauseMonths }),
  response: acknowledgement,
});

/** Quotes the charge that ends the pause now. Nothing is changed. */
export const previewPauseEnd = route({
  method: 'POST',
  path: '/api/subscription/pause/end/preview',
  audience: 'member',
  rateLimit: 'provider-read',
  response: pauseEndQuote,
});

/** Accepts that quote. A repetition charges nothing twice. */
export const endPause = route({
  method: 'POST',
  path: '/api/subscription/pause/end',
  audience: 'member',
  rateLimit: 'write',
  body: z.strictObject({ amountDue: cents }),
  response: acknowledgement,
});
