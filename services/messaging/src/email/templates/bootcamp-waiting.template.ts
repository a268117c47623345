import * as z from 'zod/mini';
import { instant } from '@lectern/contracts/fields';
import { emailTemplate } from '../email-template.ts';
import { momentOf } from './email-dates.ts';
import { plainEmail } from './plain-email.tsx';

/** To a person on the waitlist of a bootcamp run. */
export const bootcampWaitingEmail = emailTemplate({
  name: 'bootcamp-waiting',
  data: z.object({
    firstName: z.string(),
    title: z.string(),
    beginsAt: instant(),
    /** From 1 on. */
    position: z.number(),
  }),
  render: (seat, site) =>
    plainEmail(site, {
      subject: `${seat.title}: you are on the waitlist`,
      title: 'You are on the waitlist',
      preview: `Number ${seat.position}. There is nothing to pay yet.`,
      firstName: seat.firstName,
      opening: [
        `Thank you for registering for the ${seat.title}. All its seats are taken at the moment, so we have put you on the waitlist. There is nothing to pay and nothing to do.`,
        'When a seat becomes free and it is your turn, we email you and keep it for you for at least 12 hours. The email says until when.',
      ],
      details: [
        ['Bootcamp', seat.title],
        ['First session', momentOf(seat.beginsAt, site)],
        ['Position on the waitlist', String(seat.position)],
      ],
      closing: [],
      reason: `You get this email because this address was registered for a bootcamp of ${site.associationName}. If that was not you, reply to it and we take you off the list.`,
    }),
});
