import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';

/*
 * Campaigns: emails of an administrator to an audience (specification, section 2 "Messaging tab"; decisions, "Mail").
 */

export const targetAudience = z.enum(['all', 'debate_club', 'tournament', 'newsletter']);
export type TargetAudience = z.output<typeof targetAudience>;

/** The lists that audiences are made of. A person on several lists gets one email, for the first of these lists. */
export const mailingList = z.enum(['debate_club', 'tournament', 'newsletter']);
export type MailingList = z.output<typeof mailingList>;

export const campaignStatus = z.enum(['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled']);
export type CampaignStatus = z.output<typeof campaignStatus>;

/**
 * The state of the email to one address. `sending`: sent to the provider, without an answer yet; `sent`: the provider
 * accepted it; `delivered`: the reader's mail server accepted it; `bounced`: that server refused it; `failed`: the
 * provider refused it for good; `skipped`: the recipient opted out after the audience was fixed, or the campaign was
 * cancelled before their turn; `uncertain`: whether the provider accepted it is unknown, and it is not sent again
 * automatically.
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

/** A row of the list, with the specification's field names. `sentCount` counts the emails that the provider accepted. */
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
   * For a draft that could not be sent at its scheduled time: the reason, and that time. `email_refused`: an email that
   * was valid when it was written and cannot be rendered any more. Null once it is scheduled or sent again.
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

/** A campaign with all its details. */
export const campaignDetails = z.extend(emailCampaign, {
  /** Counts its edits; see `edited.ts`. */
  version: z.number(),
  /** Whether the site shows it to every visitor once it is sent. */
  isPublic: z.boolean(),
  recipients: recipientCounts,
  /** While it is being sent: recent recipients per second, and the remaining time; null where there is no estimate. */
  perSecond: z.nullable(z.number()),
  secondsLeft: z.nullable(z.number()),
  /** Until when the provider asked us to wait; null while it accepts emails. */
  heldUntil: z.nullable(instant()),
  /** Opens by programs that fetch every picture; not included in `openCount`, which counts people. */
  machineOpenCount: z.number(),
  /** Links in the order of the email, each with the number of recipients who followed it. */
  links: z.array(z.object({ url: z.string(), clickCount: z.number() })),
  /** Latest actions last: created, edited, scheduled, sent, paused, … */
  updatedAt: instant(),
});
export type CampaignDetails = z.output<typeof campaignDetails>;

/** One address of a campaign. `reason`: why it is in this state, where that needs an explanation. */
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

/** The recipients that a campaign would have if it were sent now. */
export const audienceCount = z.object({
  /** The number of emails: each address once. */
  recipients: z.number(),
  /** The number of addresses on each list of the audience; an address counts on each of its lists. */
  lists: z.array(z.object({ list: mailingList, addresses: z.number() })),
  /** The number of addresses on more than one of them; each gets one email all the same. */
  onSeveral: z.number(),
  leftOut: z.object({ unsubscribed: z.number(), bounced: z.number(), complained: z.number(), invalid: z.number() }),
});
export type AudienceCount = z.output<typeof audienceCount>;

/** A member of an audience who gets no email, and the reason. */
export const leftOutAddress = z.object({ email: z.string(), name: z.nullable(z.string()), reason: leftOutReason });
export type LeftOutAddress = z.output<typeof leftOutAddress>;

/** An email as one reader would get it. */
export const campaignPreview = z.object({
  subject: z.string(),
  /** A complete document without scripts. Show it in a frame of its own, with scripts disabled. */
  html: z.string(),
  text: z.string(),
  /** Parts that are not shown as written (a script, a broken URL), each as a sentence. None of them prevents sending. */
  notes: z.array(z.string()),
});
export type CampaignPreview = z.output<typeof campaignPreview>;
