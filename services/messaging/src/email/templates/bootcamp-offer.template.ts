import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { instant, uuid } from '@lectern/contracts/fields';
import { formatCentsShort } from '@lectern/contracts/money';
import { emailTemplate } from '../email-template.ts';
import { momentOf } from './email-dates.ts';
import { payUrl } from './pay-url.ts';
import { plainEmail } from './plain-email.tsx';

/** To the first person of a bootcamp's waitlist: a seat is reserved for them for a while. */
export const bootcampOfferEmail = emailTemplate({
  name: 'bootcamp-offer',
  data: z.object({
    registrationId: uuid(),
    firstName: z.string(),
    title: z.string(),
    beginsAt: instant(),
    offeredUntil: instant(),
    amount: cents,
    payKey: uuid(),
  }),
  render: (seat, site) => {
    const until = momentOf(seat.offeredUntil, site);
    const amount = formatCentsShort(seat.amount);
    return plainEmail(site, {
      subject: `A seat is free: ${seat.title}`,
      title: 'A seat is free for you',
      preview: `It is kept for you until ${until}.`,
      firstName: seat.firstName,
      opening: [
        `A seat in the ${seat.title} has become free, and you are next on the waitlist. It is kept for you until ${until}.`,
      ],
      details: [
        ['Bootcamp', seat.title],
        ['First session', momentOf(seat.beginsAt, site)],
        ['Price', amount],
        ['Kept for you until', until],
      ],
      action: {
        label: 'Take the seat',
        url: payUrl(site, seat),
        terms: `The link is yours alone and leads to the payment of ${amount}. The seat is confirmed once it is paid.`,
      },
      closing: [
        'If you cannot come after all, you need not do anything: after that time the seat goes to the next person.',
      ],
      reason: `You get this email because this address is on the waitlist of a bootcamp of ${site.associationName}. If anything is unclear, reply to it. We read every reply.`,
    });
  },
});
