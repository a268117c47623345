import * as z from 'zod/mini';
import { instant } from '../fields.ts';

/* The refund of a person who withdraws from an event: docs/adr/0041. */

export const REFUND_STEPS_MAX = 5;

const refundStep = z.object({
  /** At this instant itself the step has ended. */
  until: instant(),
  /** Of what was paid, from 1 to 100. */
  percent: z.number(),
});

/** The steps of a policy: earliest first, each of a lower percentage. Nothing is refunded after the last one, or without any. */
export const refundSteps = z.array(refundStep);
export type RefundSteps = readonly Readonly<z.output<typeof refundStep>>[];
