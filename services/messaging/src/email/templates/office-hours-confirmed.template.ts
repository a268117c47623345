import { emailTemplate } from '../email-template.ts';
import { withCalendarHint } from './calendar-file.ts';
import { dayOf } from './email-dates.ts';
import { officeHoursData, sessionFile, topicRow, timeRows } from './office-hours.ts';
import { plainEmail } from './plain-email.tsx';

/** To a member who booked an office-hours session. A reply goes to the team. */
export const officeHoursConfirmedEmail = emailTemplate({
  name: 'office-hours-confirmed',
  data: officeHoursData,
  render: (session, site) => ({
    replyTo: { email: session.supportEmail, name: site.associationName },
    ...plainEmail(site, {
      subject: `Your office hours on ${dayOf(session.startsAt, site)}`,
      title: 'Your session is confirmed',
      preview: 'When it is, and where to come.',
      firstName: session.firstName,
      opening: [
        withCalendarHint(
          'The time is yours alone. Bring a draft, a recording or a question, and we begin with that.',
          sessionFile(session, site),
        ),
      ],
      details: [...timeRows(session, site), ...topicRow(session)],
      ...(site.zoomUrl !== null && {
        action: {
          label: 'Join on Zoom',
          url: site.zoomUrl,
          terms: 'It is where we meet every week. Please keep the link to yourself.',
        },
      }),
      closing: [
        `If you cannot come, please cancel the session on ${site.url}/member/resources before it begins, so that another member can book it.`,
        'If you want to send something ahead, reply to this email.',
      ],
      attachments: sessionFile(session, site),
      reason: `You get this email because your account at ${site.associationName} requested this session.`,
    }),
  }),
});
