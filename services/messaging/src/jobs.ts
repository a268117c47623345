import * as z from 'zod/mini';
import { job } from '@lectern/service-kit/jobs/job';

/* The jobs that others wake. */

/**
 * Posts emails of campaigns, in a queue lane of its own, so that a large campaign delays no single email. Without a number it is the
 * scheduled poll; with one it is a lane that continues as long as there are emails to post.
 */
export const sendCampaigns = job({
  service: 'messaging',
  name: 'send-campaigns',
  lane: 'campaigns',
  everySeconds: 5,
  attempts: 3,
  data: z.object({ lane: z.optional(z.number()) }),
});

/** Parallel batches of all workers together, besides those of scheduled polls. */
const LANES = 8;

export const CAMPAIGN_LANES: readonly number[] = Array.from({ length: LANES }, (_, index) => index);

/** Posts due emails. Its queue lane belongs to the worker process, so that posting never delays answers to requests. */
export const deliverEmails = job({
  service: 'messaging',
  name: 'deliver-emails',
  lane: 'mail',
  everySeconds: 15,
  attempts: 3,
});
