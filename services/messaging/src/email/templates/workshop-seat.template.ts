import * as z from 'zod/mini';
import { instant } from '@lectern/contracts/fields';
import { calendarEntry, workshopSeatChanged } from '@lectern/contracts/registrations/events';
import { type EmailSite, emailTemplate } from '../email-template.ts';
import { calendarFile, withCalendarHint } from './calendar-file.ts';
import { momentOf } from './email-dates.ts';
import { type PlainEmail, plainEmail } from './plain-email.tsx';

/** The tab of the member area that lists workshops. */
const PAGE = '/member/resources?tab=schedules';

const seatData = z.object({
  change: workshopSeatChanged.payload.shape.change,
  firstName: z.string(),
  title: z.string(),
  beginsAt: instant(),
  endsAt: instant(),
  /** On the waitlist, from 1. */
  position: z.nullable(z.number()),
  /** Only for a member with a seat. */
  zoomLink: z.nullable(z.string()),
  calendar: calendarEntry,
});
type SeatData = z.output<typeof seatData>;

type Words = Pick<PlainEmail, 'subject' | 'title' | 'preview' | 'opening' | 'closing'>;

const begins = ({ beginsAt }: SeatData, site: EmailSite): string => `It begins on ${momentOf(beginsAt, site)}.`;
const cannotCome = (site: EmailSite): string =>
  `If you cannot come, please cancel your seat on ${site.url}${PAGE} before it begins, so that another member gets it.`;
const others = (site: EmailSite): string => `The other workshops are on ${site.url}${PAGE}.`;

/** The words of each change. */
const WORDS: Readonly<Record<SeatData['change'], (seat: SeatData, site: EmailSite) => Words>> = {
  signed_up: (seat, site) => ({
    subject: `Your seat: ${seat.title}`,
    title: 'You have a seat',
    preview: begins(seat, site),
    opening: `One of the seats of the workshop ${seat.title} is yours. Your annual plan includes it, so there is nothing to pay.`,
    closing: cannotCome(site),
  }),
  waitlisted: (seat, site) => ({
    subject: `${seat.title}: you are on the waitlist`,
    title: 'You are on the waitlist',
    preview: `Number ${seat.position ?? 1}. There is nothing to do.`,
    opening: [
      `All seats of the workshop ${seat.title} are taken at the moment, so we have put you on its waitlist. There is nothing to do.`,
      'When it is your turn, the next free seat is yours and we email you. If none becomes free before it begins, we do not email you again.',
    ],
    closing: `If you do not want a seat any more, leave the waitlist on ${site.url}${PAGE}.`,
  }),
  moved_up: (seat, site) => ({
    subject: `A seat for you: ${seat.title}`,
    title: 'A seat is yours',
    preview: begins(seat, site),
    opening: `A seat of the workshop ${seat.title} became free, and it is yours. There is nothing to pay and nothing to confirm.`,
    closing: cannotCome(site),
  }),
  cancelled: (seat, site) => ({
    subject: `You are no longer signed up: ${seat.title}`,
    title: 'Your sign-up is cancelled',
    preview: 'Another member can have the seat now.',
    opening: `You are no longer signed up for the workshop ${seat.title}.`,
    closing: ['If this was not you, reply to this email.', others(site)],
  }),
  plan_ended: (seat, site) => ({
    subject: `Your sign-up has ended: ${seat.title}`,
    title: 'Your sign-up has ended',
    preview: 'Workshops are part of the annual plan.',
    opening: `You no longer have the annual plan, which includes workshops, so you are no longer signed up for the workshop ${seat.title}.`,
    closing: [
      `With the annual plan you can sign up again while there are seats: ${site.url}${PAGE}.`,
      'If you did not expect this, reply to this email.',
    ],
  }),
  removed: (seat, site) => ({
    subject: `Your sign-up was removed: ${seat.title}`,
    title: 'Your sign-up was removed',
    preview: 'You no longer take part.',
    opening: `The association removed your sign-up for the workshop ${seat.title}. Earlier emails about it no longer apply.`,
    closing: ['If you think that this is a mistake, reply to this email. We read every reply.', others(site)],
  }),
  workshop_changed: (seat, site) => ({
    subject: `New details: ${seat.title}`,
    title: 'The workshop has changed',
    preview: begins(seat, site),
    opening: `The time or the place of the workshop ${seat.title} has changed. Your seat stays yours. These details replace those of earlier emails.`,
    closing: cannotCome(site),
  }),
  workshop_cancelled: (seat, site) => ({
    subject: `Cancelled: ${seat.title}`,
    title: 'The workshop is cancelled',
    preview: 'It does not take place.',
    opening: `The association cancelled the workshop ${seat.title}. We are sorry. You need not do anything; please remove it from your calendar.`,
    closing: others(site),
  }),
};

/** The changes after which a member has a seat. */
const WITH_SEAT: readonly SeatData['change'][] = ['signed_up', 'moved_up', 'workshop_changed'];

/** To an annual member whose sign-up for a workshop changed. */
export const workshopSeatEmail = emailTemplate({
  name: 'workshop-seat',
  data: seatData,
  render: (seat, site) => {
    const { opening, ...words } = WORDS[seat.change](seat, site);
    const hasSeat = WITH_SEAT.includes(seat.change);
    const attachments = hasSeat ? calendarFile(seat.title, seat.calendar, PAGE, site) : [];
    return plainEmail(site, {
      ...words,
      firstName: seat.firstName,
      opening: typeof opening === 'string' ? withCalendarHint(opening, attachments) : opening,
      details: [
        ['Workshop', seat.title],
        ['Begins', momentOf(seat.beginsAt, site)],
        ['Ends', momentOf(seat.endsAt, site)],
        ...(hasSeat && seat.calendar.location !== '' ? [['Where', seat.calendar.location] as const] : []),
        ...(seat.position === null ? [] : [['Position on the waitlist', String(seat.position)] as const]),
      ],
      ...(seat.zoomLink === null
        ? {}
        : {
            action: {
              label: 'Join the workshop',
              url: seat.zoomLink,
              terms: 'The link is for members with a seat. Please keep it to yourself.',
            },
          }),
      reason: `You get this email because your account at ${site.associationName} was signed up for this workshop.`,
      attachments,
    });
  },
});
