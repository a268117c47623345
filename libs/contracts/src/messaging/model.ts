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

export const targetAudience = z.enum(['all', 'debate_club', 'tournament', 'newsletter']);

export const campaignStatus = z.enum(['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled']);

export const emailCampaign = z.object({
  id: uuid(),
  name: z.string(),
  subject: z.string(),
  content: z.string(),
  targetAudience,
  recipientCount: z.number(),
  sentCount: z.number(),
  openCount: z.number(),
  clickCount: z.number(),
  status: campaignStatus,
  scheduledAt: z.nullable(instant()),
  sentAt: z.nullable(instant()),
  createdAt: instant(),
});
export type EmailCampaign = z.output<typeof emailCampaign>;
