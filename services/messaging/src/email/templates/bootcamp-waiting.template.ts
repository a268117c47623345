import * as z from 'zod/mini';
import { instant } from '@lectern/contracts/fields';
import { emailTemplate } from '../email-template.ts';
import { momentOf } from './email-dates.ts';
import { plainEmail } from './plain-email.ts';

/** To somebody for whom a bootcamp run has no place yet. */
export const bootcampWaitingEmail = emailTemplate({
  name: 'bootcamp-waiting',
  data: z.object({
    firstName: z.string(),
    title: z.string(),
    beginsAt: instant(),
    /** From 1 on. */
    position: z.number(),
  }),
  render: (place, site) =>
    plainEmail(site, {
      subject: `${place.title}: you are on the waitlist`,
      title: 'You are on the waitlist',
      preview: `Number ${place.position}. There is nothing to pay yet.`,
      firstName: place.firstName,
      opening: [
        `Thank you for registering for the ${place.title}. All its seats are taken at the moment, so we have put you on the waitlist. There is nothing to pay and nothing to do.`,
        'When a seat becomes free and it is your turn, we email you and keep it for you for at least 12 hours. The email says until when.',
      ],
      details: [
        ['Bootcamp', place.title],
        ['First session', momentOf(place.beginsAt, site)],
        ['Position on the waitlist', String(place.position)],
      ],
      closing: [],
      reason: `You get this email because this address was registered for a bootcamp of ${site.associationName}. If that was not you, reply to it and we take you off the list.`,
    }),
});
