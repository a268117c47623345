import * as z from 'zod/mini';
import { emailTemplate } from '../email-template.ts';

/** A campaign that somebody looks at in their own mailbox before it is sent. It was rendered when it was asked for, as its readers would get it. */
export const campaignTestEmail = emailTemplate({
  name: 'campaign-test',
  data: z.object({ subject: z.string(), html: z.string(), text: z.string(), unsubscribeUrl: z.string() }),
  render: ({ subject, html, text, unsubscribeUrl }) => ({ subject: `[Test] ${subject}`, html, text, unsubscribeUrl }),
});
