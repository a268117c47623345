import * as z from 'zod/mini';
import { emailTemplate } from '../email-template.ts';

/** A test of a campaign in an administrator's own mailbox. It was rendered on request, as the campaign's recipients would get it. */
export const campaignTestEmail = emailTemplate({
  name: 'campaign-test',
  data: z.object({ subject: z.string(), html: z.string(), text: z.string(), unsubscribeUrl: z.string() }),
  render: ({ subject, html, text, unsubscribeUrl }) => ({
    autoSubmitted: 'no' as const,
    subject: `[Test] ${subject}`,
    html,
    text,
    unsubscribeUrl,
  }),
});
