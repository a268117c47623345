import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';

export const newsletterSubscriber = z.object({
  id: uuid(),
  email: z.string(),
  source: z.nullable(z.string()),
  tags: z.array(z.string()),
  isActive: z.boolean(),
  subscribedAt: instant(),
});
export type NewsletterSubscriber = z.output<typeof newsletterSubscriber>;
