import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { idempotency } from '../idempotency.ts';
import { actor } from '../identity/model.ts';
import { rpc } from '../rpc.ts';
import { campaignDetails, emailCampaign, targetAudience } from './campaign-model.ts';

/* Requests behind the routes of `campaign-http.ts`; their errors are documented there. Unknown ids: `not_found`. */

const text = { name: z.string(), subject: z.string(), content: z.string(), targetAudience, isPublic: z.boolean() };
const action = { id: uuid(), by: actor };

export const getCampaign = rpc({
  name: 'messaging.get-campaign.v1',
  input: z.object({ id: uuid() }),
  output: campaignDetails,
});

export const createCampaign = rpc({
  name: 'messaging.create-campaign.v1',
  permission: 'email:write',
  input: z.object({ ...text, by: actor, idempotency: z.optional(idempotency) }),
  output: emailCampaign,
});

export const editCampaign = rpc({
  name: 'messaging.edit-campaign.v1',
  permission: 'email:write',
  input: z.object({ ...action, ...text, version: z.number() }),
  output: campaignDetails,
});

export const deleteCampaign = rpc({
  name: 'messaging.delete-campaign.v1',
  permission: 'email:write',
  input: z.object(action),
  output: z.object({}),
});
