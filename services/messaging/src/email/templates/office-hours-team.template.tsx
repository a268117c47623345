import * as z from 'zod/mini';
import { headerText } from '../../sendgrid/mailbox.ts';
import { bothForms, Details, EmailFrame, Heading, Lines } from '../email-layout.tsx';
import { emailTemplate } from '../email-template.ts';
import { dayOf } from './email-dates.ts';
import { officeHoursData, timeRows } from './office-hours.ts';

/** To the team: a member has booked or cancelled an office-hours session, with its time and topic. A reply goes to the member. */
export const officeHoursTeamEmail = emailTemplate({
  name: 'office-hours-team',
  data: z.extend(officeHoursData, { change: z.enum(['requested', 'cancelled']) }),
  render: (session, site) => {
    const member = headerText(`${session.firstName} ${session.lastName}`);
    const isRequest = session.change === 'requested';
    // The member's account was deleted, and its address with it.
    const isErased = session.email === '';
    const rows = [
      ['Member', member],
      ...(isErased ? [] : [['Email', session.email] as const]),
      ...timeRows(session, site),
    ] as const;
    const title = isRequest ? 'Office hours: a member booked a session' : 'Office hours: a member cancelled a session';
    const reason = `Sent by ${site.url} when a member ${isRequest ? 'booked' : 'cancelled'} a session.${isErased ? '' : ` A reply to this email goes to ${session.email}.`}`;
    return {
      subject: `${isRequest ? 'Office hours' : 'Office hours cancelled'}: ${member}, ${dayOf(session.startsAt, site)}`,
      ...(isErased ? {} : { replyTo: { email: session.email, name: member } }),
      ...bothForms(
        <EmailFrame site={site} title={title} preview={session.topic.slice(0, 120)} reason={reason}>
          <Details rows={rows} />
          <Heading>Topic</Heading>
          <Lines text={session.topic} />
        </EmailFrame>,
      ),
    };
  },
});
