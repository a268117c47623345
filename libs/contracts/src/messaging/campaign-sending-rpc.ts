import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { actor } from '../identity/model.ts';
import { listQuery, pageOf } from '../page.ts';
import { rpc } from '../rpc.ts';
import { audienceCount, campaignDetails, campaignRecipient, leftOutAddress, targetAudience } from './campaign-model.ts';

/*
 * Requests behind the routes of `campaign-http.ts` that send a campaign; their errors are documented there. Unknown
 * ids: `not_found`.
 */

const action = { id: uuid(), by: actor };

export const countAudience = rpc({
  name: 'messaging.count-audience.v1',
  input: z.object({ targetAudience }),
  output: audienceCount,
});

export const listLeftOut = rpc({
  name: 'messaging.list-left-out.v1',
  input: z.object({ targetAudience, limit: z.number(), cursor: z.optional(z.string()) }),
  output: pageOf(leftOutAddress),
});

export const sendCampaign = rpc({
  name: 'messaging.send-campaign.v1',
  permission: 'email:send',
  input: z.object(action),
  output: z.object({ recipients: z.number() }),
  // A million recipients take half a minute.
  timeoutMs: 55_000,
});

export const scheduleCampaign = rpc({
  name: 'messaging.schedule-campaign.v1',
  permission: 'email:send',
  input: z.object({ ...action, at: instant() }),
  output: campaignDetails,
});

export const unscheduleCampaign = rpc({
  name: 'messaging.unschedule-campaign.v1',
  permission: 'email:send',
  input: z.object(action),
  output: campaignDetails,
});

export const pauseCampaign = rpc({
  name: 'messaging.pause-campaign.v1',
  permission: 'email:send',
  input: z.object(action),
  output: campaignDetails,
});

export const resumeCampaign = rpc({
  name: 'messaging.resume-campaign.v1',
  permission: 'email:send',
  input: z.object(action),
  output: campaignDetails,
});

export const cancelCampaign = rpc({
  name: 'messaging.cancel-campaign.v1',
  permission: 'email:send',
  input: z.object(action),
  output: campaignDetails,
  timeoutMs: 30_000,
});

export const sendToMissed = rpc({
  name: 'messaging.send-to-missed.v1',
  permission: 'email:send',
  input: z.object({ ...action, uncertain: z.boolean() }),
  output: campaignDetails,
  timeoutMs: 30_000,
});

export const listRecipients = rpc({
  name: 'messaging.list-recipients.v1',
  input: z.extend(listQuery, { id: uuid() }),
  output: pageOf(campaignRecipient),
});
