import * as z from 'zod/mini';
import { formatCents } from '@lectern/contracts/money';
import { sessionsOf } from '@lectern/contracts/registrations/event-calendar';
import { eventNoticeDue } from '@lectern/contracts/registrations/events';
import { type EmailSite, emailTemplate } from '../email-template.ts';
import { calendarFile, withCalendarHint } from './calendar-file.ts';
import { momentOf } from './email-dates.ts';
import { entryRowsOf } from './entry-rows.ts';
import { entrySentences } from './entry-url.ts';
import { payUrl } from './pay-url.ts';
import { type PlainEmail, plainEmail } from './plain-email.tsx';

/** The reason of an email whose event was moved, or whose registration ended, before it was posted. */
export const NOTICE_OUT_OF_DATE = 'The event or the registration changed before it was sent';

const noticeData = z.omit(eventNoticeDue.payload, { email: true, lastName: true });
type NoticeData = z.output<typeof noticeData>;

type Words = Pick<PlainEmail, 'subject' | 'title' | 'preview'> & { readonly opening: string };

/** The site's page of each kind of event. */
const PAGES: Readonly<Record<NoticeData['kind'], string>> = {
  tournament: '/tournaments',
  bootcamp: '/bootcamp-registration',
  workshop: '/member/resources?tab=schedules',
};
const KINDS: Readonly<Record<NoticeData['kind'], string>> = {
  tournament: 'Tournament',
  bootcamp: 'Bootcamp',
  workshop: 'Workshop',
};

/** When the event begins, in the association's zone and in its own. */
const whenRows = ({ kind, beginsAt, calendar }: NoticeData, site: EmailSite): (readonly [string, string])[] => {
  const sessions = sessionsOf(calendar);
  const here = momentOf(beginsAt, site);
  const there = momentOf(beginsAt, { timeZone: calendar.timezone });
  const city = calendar.timezone.slice(calendar.timezone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return [
    [kind === 'bootcamp' && sessions.length > 1 ? 'First session' : 'Begins', here],
    ...(here === there ? [] : [[`In ${city}`, there] as const]),
    ...(kind === 'bootcamp'
      ? sessions
          .slice(1)
          .map(({ begins }, index) => [`Session ${index + 2}`, momentOf(begins.toISOString(), site)] as const)
      : [['Ends', momentOf(calendar.endsAt, site)] as const]),
  ];
};

const begins = ({ beginsAt }: NoticeData, site: EmailSite): string => `It begins on ${momentOf(beginsAt, site)}.`;

/** The words of each notice. */
const WORDS: Readonly<Record<NoticeData['notice'], (event: NoticeData, site: EmailSite) => Words>> = {
  seven_days: (event, site) => ({
    subject: `Coming up: ${event.title}`,
    title: 'Your event is a week away',
    preview: begins(event, site),
    opening: `The ${event.title} is about a week away, and your place is ready. A day before it begins, we email you the link to the meeting.`,
  }),
  one_day: (event, site) => ({
    subject: event.zoomLink === null ? `Soon: ${event.title}` : `Your link: ${event.title}`,
    title: 'It is nearly time',
    preview: begins(event, site),
    opening:
      event.zoomLink === null
        ? `The ${event.title} is less than a day away. The link to the meeting follows in an email of its own, before it begins.`
        : `The ${event.title} is less than a day away. Here is the link to the meeting.`,
  }),
  one_hour: (event, site) => ({
    subject: `It begins soon: ${event.title}`,
    title: 'It begins within the hour',
    preview: begins(event, site),
    opening:
      event.zoomLink === null
        ? `The ${event.title} begins within the hour. The link to the meeting follows in an email of its own.`
        : `The ${event.title} begins within the hour. Join a few minutes early, so that there is time to check your sound.`,
  }),
  payment_reminder: (event) => ({
    subject: `Your payment is due: ${event.title}`,
    title: 'Your entry is not paid yet',
    preview: 'Pay in time to keep your place.',
    opening: `Your entry for the ${event.title} is not paid yet. It is complete once it is paid, so please pay in time to keep your place.`,
  }),
  changed: (event, site) => ({
    subject: `New details: ${event.title}`,
    title: 'The details have changed',
    preview: begins(event, site),
    opening: `The time, the place or the link of the ${event.title} has changed. Your registration stays as it is. These details replace those of earlier emails.`,
  }),
};

/** The event's page for the reader, which shows the link to the meeting. */
const accessUrl = (site: EmailSite, token: string): string => `${site.url}/event-access?token=${token}`;

/** To a person with a place in an event: a reminder, or that it has changed. */
export const eventNoticeEmail = emailTemplate({
  name: 'event-notice',
  data: noticeData,
  notice: ({ noticeId }) => ({ noticeId }),
  render: (event, site) => {
    const { kind, title, zoomLink, accessToken, payment, calendar } = event;
    const { opening, ...words } = WORDS[event.notice](event, site);
    // Calendar programs open the link from the entry's place.
    const attachments = calendarFile(
      title,
      { ...calendar, location: zoomLink ?? calendar.location },
      PAGES[kind],
      site,
    );
    return plainEmail(site, {
      ...words,
      firstName: event.firstName,
      opening: withCalendarHint(opening, attachments),
      details: [
        [KINDS[kind], title],
        ...whenRows(event, site),
        ...(calendar.location === '' ? [] : [['Where', calendar.location] as const]),
        ...(event.entry === null ? [] : entryRowsOf(event.entry)),
        ...(payment === null
          ? []
          : [['Due', formatCents(payment.amount)] as const, ['Pay by', momentOf(payment.payBy, site)] as const]),
      ],
      ...(zoomLink === null
        ? payment === null
          ? {}
          : {
              action: {
                label: 'See what is to be paid',
                url: payUrl(site, { registrationId: event.registrationId, payKey: payment.payKey }),
                terms: 'The page shows what is to be paid. Nothing is charged before you confirm it.',
              },
            }
        : {
            action: {
              label: 'Join the meeting',
              url: zoomLink,
              terms: 'The link is for people with a place. Please keep it to yourself.',
            },
          }),
      closing: [
        ...(accessToken === null
          ? []
          : [
              // Without a full stop, which some programs take into the link.
              `${zoomLink === null ? 'The link will also be' : 'The link is also'} on your page: ${accessUrl(site, accessToken)}`,
            ]),
        ...(event.entryToken !== undefined
          ? entrySentences(site, event)
          : [
              kind === 'workshop'
                ? `If you cannot come, please cancel your seat on ${site.url}${PAGES.workshop} before it begins, so that another member gets it.`
                : 'If you cannot come, please reply to this email, so that we can give your place to somebody else. We read every reply.',
            ]),
      ],
      reason: `You get this email because you are registered for the ${title} of ${site.associationName}.`,
      attachments,
    });
  },
});
