import { emailTemplate } from '../email-template.ts';
import { officeHoursData, topicRow, timeRows } from './office-hours.ts';
import { plainEmail } from './plain-email.tsx';

/** To a member who cancelled an office-hours session. */
export const officeHoursCancelledEmail = emailTemplate({
  name: 'office-hours-cancelled',
  data: officeHoursData,
  render: (session, site) => ({
    replyTo: { email: session.supportEmail, name: site.associationName },
    ...plainEmail(site, {
      subject: 'Your office hours are cancelled',
      title: 'Your session is cancelled',
      preview: 'You may choose another time whenever you like.',
      firstName: session.firstName,
      opening: ['You cancelled this session, and another member can now book the time.'],
      details: [...timeRows(session, site), ...topicRow(session)],
      action: {
        label: 'Choose another time',
        url: `${site.url}/member/resources`,
        terms: 'There are new times every week.',
      },
      closing: ['If this was not you, reply to this email.'],
      reason: `You get this email because you cancelled this session with your ${site.associationName} account.`,
    }),
  }),
});
