import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { instant, uuid } from '@lectern/contracts/fields';
import { formatCents } from '@lectern/contracts/money';
import { emailTemplate } from '../email-template.ts';
import { momentOf } from './email-dates.ts';
import { plainEmail } from './plain-email.tsx';

/** To a person whose tournament entry or bootcamp seat staff removed: with the consequence for the payment. */
export const registrationRemovedEmail = emailTemplate({
  name: 'registration-removed',
  data: z.object({
    registrationId: uuid(),
    kind: z.enum(['tournament', 'bootcamp']),
    payment: z.enum(['paid', 'free', 'unpaid']),
    amountPaid: cents,
    amountRefunded: cents,
    firstName: z.string(),
    title: z.string(),
    beginsAt: instant(),
  }),
  render: ({ kind, payment, amountPaid, amountRefunded, firstName, title, beginsAt }, site) => {
    const paid = formatCents(amountPaid);
    const refunded = formatCents(amountRefunded);
    const kept =
      amountRefunded === 0
        ? `You paid ${paid} for it. This payment is not refunded automatically`
        : `You paid ${paid} for it, of which we refunded ${refunded}. The rest is not refunded automatically`;
    const money = {
      paid: `${kept}: write to us about a refund, by a reply to this email.`,
      free: 'It cost you nothing, so there is nothing to refund.',
      unpaid: 'You were not charged, and its payment link does not work any more.',
    }[payment];
    return plainEmail(site, {
      subject: `Your registration was removed: ${title}`,
      title: 'Your registration was removed',
      preview:
        payment === 'paid'
          ? `${amountRefunded === 0 ? 'Your payment' : 'The rest of your payment'} is not refunded automatically. Write to us about a refund.`
          : 'You no longer take part.',
      firstName,
      opening: [
        `The association removed your registration for the ${title}. You no longer take part in it, and earlier emails about it no longer apply.`,
        money,
      ],
      details: [
        [kind === 'tournament' ? 'Tournament' : 'Bootcamp', title],
        ['Begins', momentOf(beginsAt, site)],
        ...(payment === 'paid' ? [['Paid', paid] as const] : []),
        ...(amountRefunded > 0 ? [['Refunded', refunded] as const] : []),
      ],
      closing: ['If you think that this is a mistake, reply to this email. We read every reply.'],
      reason: `You get this email because this address was registered for the ${title} of ${site.associationName}.`,
    });
  },
});
