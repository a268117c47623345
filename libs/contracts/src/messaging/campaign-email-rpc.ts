import * as z from 'zod/mini';
import { actor } from '../identity/model.ts';
import { rpc } from '../rpc.ts';
import { campaignPreview, mailingList, targetAudience } from './campaign-model.ts';

/* Requests behind the routes of `campaign-http.ts` for an email before it is sent; their errors are documented there. */

export const previewCampaign = rpc({
  name: 'messaging.preview-campaign.v1',
  input: z.object({ subject: z.string(), content: z.string(), list: mailingList }),
  output: campaignPreview,
  // Refusing a long Markdown text may take seconds.
  timeoutMs: 15_000,
});

/**
 * `to`: the signed-in administrator, who gets the email unless a test address is configured. Repeated within seconds,
 * it sends one.
 */
export const sendTestCampaign = rpc({
  name: 'messaging.send-test-campaign.v1',
  permission: 'email:write',
  input: z.object({
    name: z.string(),
    subject: z.string(),
    content: z.string(),
    targetAudience,
    to: z.string(),
    by: actor,
  }),
  /** The email address that it was sent to. */
  output: z.object({ to: z.string() }),
  timeoutMs: 15_000,
});
