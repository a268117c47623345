import * as z from 'zod/mini';
import { bothForms, EmailFrame, Lines } from '../email-layout.tsx';
import { emailTemplate } from '../email-template.ts';

const SUBJECTS = {
  contact: 'Our answer to your message',
  office_hours: 'About your office hours',
} as const;
const REASONS = { contact: 'wrote to us', office_hours: 'booked office hours' } as const;

/**
 * A reply of staff in a conversation, as they typed it. It does not repeat the person's own message: anybody may have typed the address
 * that it goes to.
 */
export const conversationReplyEmail = emailTemplate({
  name: 'conversation-reply',
  data: z.object({ about: z.enum(['contact', 'office_hours']), reply: z.string(), replyTo: z.string() }),
  render: ({ about, reply, replyTo }, site) => ({
    autoSubmitted: 'no' as const,
    subject: `${SUBJECTS[about]} – ${site.associationName}`,
    replyTo: { email: replyTo, name: site.associationName },
    ...bothForms(
      <EmailFrame
        site={site}
        title={SUBJECTS[about]}
        preview={reply.slice(0, 120)}
        reason={`You get this email because somebody ${REASONS[about]} on ${site.url} and left this address. To answer, reply to it.`}
      >
        <Lines text={reply} />
      </EmailFrame>,
    ),
  }),
});
