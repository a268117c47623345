import * as z from 'zod/mini';
import { job } from '@lectern/service-kit/jobs/job';

/**
 * Posts emails of campaigns. A lane of its own, so that a campaign to everybody delays no single email. Without a number it is the
 * look that comes by itself; with one it is a lane that goes on for as long as there is something to post.
 */
export const sendCampaigns = job({
  service: 'messaging',
  name: 'send-campaigns',
  lane: 'campaigns',
  everySeconds: 5,
  attempts: 3,
  data: z.object({ lane: z.optional(z.number()) }),
});

/** How many batches all workers together have under way, beside those of the looks. */
const LANES = 8;

export const CAMPAIGN_LANES: readonly number[] = Array.from({ length: LANES }, (_, index) => index);
