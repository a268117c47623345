import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';

export const subscriberStatus = z.enum(['active', 'inactive', 'bounced', 'complained']);
export type SubscriberStatus = z.output<typeof subscriberStatus>;

export const newsletterSubscriber = z.object({
  id: uuid(),
  email: z.string(),
  source: z.nullable(z.string()),
  tags: z.array(z.string()),
  /** Whether the reader is subscribed; emails may be suppressed all the same, which `status` says. */
  isActive: z.boolean(),
  /** `bounced` and `complained` addresses get no newsletter until an administrator lifts that. Left out by older revisions. */
  status: z.optional(subscriberStatus),
  subscribedAt: instant(),
});
export type NewsletterSubscriber = z.output<typeof newsletterSubscriber>;
