import * as z from 'zod/mini';
import { actingAdmin } from '../identity/model.ts';
import { rpc } from '../rpc.ts';
import { campaignPreview, mailingList, targetAudience } from './campaign-model.ts';

/* What the routes of `campaign-http.ts` do with an email before it is sent; their errors are said there. */

export const previewCampaign = rpc({
  name: 'messaging.preview-campaign.v1',
  input: z.object({ subject: z.string(), content: z.string(), list: mailingList }),
  output: campaignPreview,
  // Markdown may take seconds to be refused.
  timeoutMs: 15_000,
});

/** `to`: the signed-in administrator, who gets it unless an address for tests is configured. Repeated within seconds, it sends one. */
export const sendTestCampaign = rpc({
  name: 'messaging.send-test-campaign.v1',
  input: z.object({
    name: z.string(),
    subject: z.string(),
    content: z.string(),
    targetAudience,
    to: z.string(),
    by: actingAdmin,
  }),
  /** Where it goes. */
  output: z.object({ to: z.string() }),
  timeoutMs: 15_000,
});
