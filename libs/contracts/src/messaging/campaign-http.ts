import * as z from 'zod/mini';
import { version } from '../edited.ts';
import { acknowledgement, LINE_MAX, MESSAGES, fieldMessage, requiredLine } from '../fields.ts';
import { listOrPage, listQuery, pageOf } from '../page.ts';
import { route } from '../route.ts';
import {
  audienceCount,
  campaignDetails,
  campaignPreview,
  campaignRecipient,
  emailCampaign,
  leftOutAddress,
  mailingList,
  targetAudience,
} from './campaign-model.ts';

const CONTENT_MAX = 1024 * 1024;
const CAMPAIGN_BODY_LIMIT = CONTENT_MAX + 16 * 1024;

/** An email's header is one line: what would begin another is refused rather than left out unseen. */
const ONE_LINE = z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, {
  error: fieldMessage((field) => `${field} must be a single line`),
});

const campaignFields = {
  name: requiredLine('Campaign name is required', LINE_MAX).check(ONE_LINE),
  subject: requiredLine('Subject is required', LINE_MAX).check(ONE_LINE),
  /** Markdown, or plain HTML */
  content: z
    .string({ error: 'Content is required' })
    .check(z.trim(), z.minLength(1, 'Content is required'), z.maxLength(CONTENT_MAX, { error: MESSAGES.tooLong })),
  targetAudience,
  /** Whether the site shows it once it is sent; false by default. */
  isPublic: z.optional(z.boolean()),
};

/** Specification, section 7 "Campaign". */
export const campaignForm = z.strictObject(campaignFields);
export const campaignEdit = z.strictObject({ ...campaignFields, version: version() });

const byId = z.strictObject({ id: z.uuid() });
const admin = { audience: 'admin', rateLimit: 'none' } as const;

/** Newest first; `q` searches name and subject, `status` is a state. */
export const listCampaigns = route({
  ...admin,
  method: 'GET',
  path: '/api/admin/email-campaigns',
  permission: 'console:read',
  query: listQuery,
  response: listOrPage(emailCampaign),
});

/**
 * Creates a draft. `invalid_request` for the field `subject` or `content` where it has an unknown personalization
 * field, or where the email would have no readable text.
 */
export const createCampaign = route({
  ...admin,
  method: 'POST',
  path: '/api/admin/email-campaigns',
  permission: 'email:write',
  idempotent: true,
  body: campaignForm,
  bodyLimit: CAMPAIGN_BODY_LIMIT,
  response: emailCampaign,
  status: 201,
});

/** Sends to the configured test address, or to the signed-in administrator. Errors as {@link createCampaign}. */
export const sendTestCampaign = route({
  ...admin,
  method: 'POST',
  path: '/api/admin/email-campaigns/test',
  permission: 'email:write',
  body: campaignForm,
  bodyLimit: CAMPAIGN_BODY_LIMIT,
  response: acknowledgement,
});

/** The email as a recipient on `list` would get it. Nothing is stored. Errors as {@link createCampaign}. */
export const previewCampaign = route({
  ...admin,
  method: 'POST',
  path: '/api/admin/email-campaigns/preview',
  permission: 'console:read',
  body: z.strictObject({ subject: campaignFields.subject, content: campaignFields.content, list: mailingList }),
  bodyLimit: CAMPAIGN_BODY_LIMIT,
  response: campaignPreview,
});

/** How many recipients an audience has now, and how many addresses it leaves out. */
export const countAudience = route({
  ...admin,
  method: 'GET',
  path: '/api/admin/email-campaigns/audience',
  permission: 'console:read',
  query: z.strictObject({ targetAudience }),
  response: audienceCount,
});

/** The members of an audience who get no email, with the reason, by email address. */
export const listLeftOut = route({
  ...admin,
  method: 'GET',
  path: '/api/admin/email-campaigns/left-out',
  permission: 'people:read',
  query: z.strictObject({ targetAudience, limit: listQuery.shape.limit, cursor: listQuery.shape.cursor }),
  response: pageOf(leftOutAddress),
});

export const getCampaign = route({
  ...admin,
  method: 'GET',
  path: '/api/admin/email-campaigns/:id',
  permission: 'console:read',
  params: byId,
  response: campaignDetails,
});

/**
 * Changes a draft or a scheduled campaign. `version_conflict` where somebody else saved another edit meanwhile;
 * `campaign_state` once it is sent or being sent. Other errors as {@link createCampaign}.
 */
export const editCampaign = route({
  ...admin,
  method: 'PUT',
  path: '/api/admin/email-campaigns/:id',
  permission: 'email:write',
  params: byId,
  body: campaignEdit,
  bodyLimit: CAMPAIGN_BODY_LIMIT,
  response: campaignDetails,
});

/** Deletes a draft; sent campaigns are kept. `campaign_state` for any other state. */
export const deleteCampaign = route({
  ...admin,
  method: 'DELETE',
  path: '/api/admin/email-campaigns/:id',
  permission: 'email:write',
  params: byId,
  response: acknowledgement,
});

/**
 * Fixes the audience and begins to send, once however often it is requested. `campaign_state` for a campaign that was
 * cancelled or sent, `audience_empty` where it has no recipient.
 */
export const sendCampaign = route({
  ...admin,
  method: 'POST',
  path: '/api/admin/email-campaigns/:id/send',
  permission: 'email:send',
  params: byId,
  response: acknowledgement,
});

/**
 * Sends it automatically at `at`; another time replaces this one. `campaign_state` for one that is not a draft or
 * scheduled, `invalid_request` for a time in the past.
 */
export const scheduleCampaign = route({
  ...admin,
  method: 'POST',
  path: '/api/admin/email-campaigns/:id/schedule',
  permission: 'email:send',
  params: byId,
  body: z.strictObject({ at: z.iso.datetime({ offset: true, error: 'Please choose a day and a time' }) }),
  response: campaignDetails,
});

/** Turns a scheduled campaign into a draft again. Idempotent. */
export const unscheduleCampaign = route({
  ...admin,
  method: 'POST',
  path: '/api/admin/email-campaigns/:id/unschedule',
  permission: 'email:send',
  params: byId,
  response: campaignDetails,
});

/** Sends no further emails; those being sent are completed. Idempotent. `campaign_state` for one that is not being sent. */
export const pauseCampaign = route({
  ...admin,
  method: 'POST',
  path: '/api/admin/email-campaigns/:id/pause',
  permission: 'email:send',
  params: byId,
  response: campaignDetails,
});

export const resumeCampaign = route({
  ...admin,
  method: 'POST',
  path: '/api/admin/email-campaigns/:id/resume',
  permission: 'email:send',
  params: byId,
  response: campaignDetails,
});

/** Cancels a scheduled, running or paused campaign for good; every recipient without an email becomes `skipped`. Idempotent. */
export const cancelCampaign = route({
  ...admin,
  method: 'POST',
  path: '/api/admin/email-campaigns/:id/cancel',
  permission: 'email:send',
  params: byId,
  response: campaignDetails,
});

/**
 * Sends a finished campaign again to the recipients whose email `failed`, and with `uncertain` also to those whose
 * delivery is unknown, who may then get it twice. `campaign_state` while it runs; `audience_empty` where there is no
 * such recipient.
 */
export const sendToMissed = route({
  ...admin,
  method: 'POST',
  path: '/api/admin/email-campaigns/:id/send-to-missed',
  permission: 'email:send',
  params: byId,
  body: z.strictObject({ uncertain: z.boolean() }),
  response: campaignDetails,
});

/**
 * The recipients: every email address once, by email address. `status` is a recipient's state, `q` a part of an email
 * address or a name.
 */
export const listRecipients = route({
  ...admin,
  method: 'GET',
  path: '/api/admin/email-campaigns/:id/recipients',
  permission: 'people:read',
  params: byId,
  query: listQuery,
  response: pageOf(campaignRecipient),
});
