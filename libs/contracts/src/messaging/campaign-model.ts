import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';

/*
 * Campaigns: emails of an administrator to an audience (specification, section 2 "Messaging tab"; decisions, "Mail").
 */

export const targetAudience = z.enum(['all', 'debate_club', 'tournament', 'newsletter']);
export type TargetAudience = z.output<typeof targetAudience>;

/** The lists that audiences are made of. Who is on several gets one email, for the first of these reasons. */
export const mailingList = z.enum(['debate_club', 'tournament', 'newsletter']);
export type MailingList = z.output<typeof mailingList>;

export const campaignStatus = z.enum(['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled']);
export type CampaignStatus = z.output<typeof campaignStatus>;

/**
 * What became of one address's email. `sending`: posted, without an answer yet; `sent`: the provider took it; `delivered`: so did the
 * reader's mailbox; `bounced`: that refused it; `failed`: the provider refused it for good; `skipped`: the address said no to list
 * mail after the audience was fixed, or the campaign was cancelled before its turn; `uncertain`: nobody knows whether the provider
 * took it, and it is not sent again by itself.
 */
export const recipientStatus = z.enum([
  'pending',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'failed',
  'skipped',
  'uncertain',
]);
export type RecipientStatus = z.output<typeof recipientStatus>;

/** A row of the list, as the specification names its fields. `sentCount` counts what the provider took. */
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
  /**
   * Of a draft that was scheduled and could not be sent when its time came: why, and which time that was. `email_refused`: an email that
   * was taken when it was written and cannot be made any more. Null once it is scheduled or sent again.
   */
  unsent: z.nullable(z.object({ reason: z.enum(['audience_empty', 'email_refused']), at: instant() })),
  sentAt: z.nullable(instant()),
  createdAt: instant(),
});
export type EmailCampaign = z.output<typeof emailCampaign>;

const howMany = z.number();

/** How many recipients are in each state. */
export const recipientCounts = z.object({
  pending: howMany,
  sending: howMany,
  sent: howMany,
  delivered: howMany,
  bounced: howMany,
  failed: howMany,
  skipped: howMany,
  uncertain: howMany,
});
export type RecipientCounts = z.output<typeof recipientCounts>;

/** A campaign with all that is known of it. */
export const campaignDetails = z.extend(emailCampaign, {
  /** Counts its edits: `edited.ts`. */
  version: z.number(),
  /** Whether it may be read on the site by everybody once it is sent. */
  isPublic: z.boolean(),
  recipients: recipientCounts,
  /** While it is being sent: recipients a second over the last while, and how long the rest will take; null where nothing can be said. */
  perSecond: z.nullable(z.number()),
  secondsLeft: z.nullable(z.number()),
  /** Until when the provider asked to wait; null while it takes emails. */
  heldUntil: z.nullable(instant()),
  /** Openings by programs that fetch every picture ahead; apart from `openCount`, which counts people. */
  machineOpenCount: z.number(),
  /** Links in the order of the email, each with how many recipients followed it. */
  links: z.array(z.object({ url: z.string(), clickCount: z.number() })),
  /** Newest actions last: made, edited, scheduled, sent, paused, … */
  updatedAt: instant(),
});
export type CampaignDetails = z.output<typeof campaignDetails>;

/** One address of a campaign. `reason`: why it is in this state, where that needs one. */
export const campaignRecipient = z.object({
  id: uuid(),
  email: z.string(),
  name: z.nullable(z.string()),
  status: recipientStatus,
  reason: z.nullable(z.string()),
  sentAt: z.nullable(instant()),
  openedAt: z.nullable(instant()),
  clickedAt: z.nullable(instant()),
});
export type CampaignRecipient = z.output<typeof campaignRecipient>;

/** Why an address of an audience gets no email. */
export const leftOutReason = z.enum(['unsubscribed', 'bounced', 'complained', 'invalid']);
export type LeftOutReason = z.output<typeof leftOutReason>;

/** Whom a campaign would reach if it were sent now. */
export const audienceCount = z.object({
  /** Emails that would be sent: each address once. */
  recipients: z.number(),
  /** How many addresses are on each list of the audience; an address counts on each of its lists. */
  lists: z.array(z.object({ list: mailingList, addresses: z.number() })),
  /** How many addresses are on more than one of them: each gets one email all the same. */
  onSeveral: z.number(),
  leftOut: z.object({ unsubscribed: z.number(), bounced: z.number(), complained: z.number(), invalid: z.number() }),
});
export type AudienceCount = z.output<typeof audienceCount>;

/** Somebody of an audience who gets no email, and why. */
export const leftOutAddress = z.object({ email: z.string(), name: z.nullable(z.string()), reason: leftOutReason });
export type LeftOutAddress = z.output<typeof leftOutAddress>;

/** An email as one reader would get it. */
export const campaignPreview = z.object({
  subject: z.string(),
  /** A whole document, with nothing in it that runs. To be shown in a frame of its own, without scripts. */
  html: z.string(),
  text: z.string(),
  /** What is not shown as it was written (a script, a broken address), each a sentence. Nothing that hinders sending. */
  notes: z.array(z.string()),
});
export type CampaignPreview = z.output<typeof campaignPreview>;
