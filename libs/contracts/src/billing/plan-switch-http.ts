import * as z from 'zod/mini';
import { acknowledgement, plan } from '../fields.ts';
import { route } from '../route.ts';
import { acceptedQuote, planSwitchQuote } from './plan-switch.ts';

/** Quotes the charge and the credit of a switch to the other plan. Nothing is changed. */
export const previewPlanSwitch = route({
  method: 'POST',
  path: '/api/subscription/switch/preview',
  audience: 'member',
  rateLimit: 'provider-read',
  body: z.strictObject({ plan: plan() }),
  response: planSwitchQuote,
});

/** Accepts that quote. A repetition charges nothing twice. */
export const switchPlan = route({
  method: 'POST',
  path: '/api/subscription/switch',
  audience: 'member',
  rateLimit: 'write',
  body: z.strictObject(acceptedQuote.shape),
  response: acknowledgement,
});
