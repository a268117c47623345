import { letterTemplate } from '../letter-template.ts';
import { withCalendarHint } from './calendar-file.ts';
import { dayOf } from './letter-dates.ts';
import { officeHoursData, sessionFile, topicRow, whenRows } from './office-hours.ts';
import { plainLetter } from './plain-letter.ts';

/** To a member who has a slot of the office hours. A reply goes to the team. */
export const officeHoursConfirmedLetter = letterTemplate({
  name: 'office-hours-confirmed',
  data: officeHoursData,
  render: (session, site) => ({
    replyTo: { email: session.supportEmail, name: site.associationName },
    ...plainLetter(site, {
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
      facts: [...whenRows(session, site), ...topicRow(session)],
      action: {
        label: 'Join on Zoom',
        url: site.zoomUrl,
        terms: 'It is where we meet every week. Please keep the link to yourself.',
      },
      closing: [
        `If you cannot come, please give the time back on ${site.url}/member/resources before it begins, so that another member may have it.`,
        'If you want to send something ahead, reply to this letter.',
      ],
      attachments: sessionFile(session, site),
      reason: `You get this letter because your account at ${site.associationName} requested this session.`,
    }),
  }),
});
