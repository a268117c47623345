import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { formatCents } from '@lectern/contracts/money';
import { paymentRefusal } from '@lectern/contracts/registrations/model';
import { letterTemplate } from '../letter-template.ts';
import { plainLetter } from './plain-letter.ts';

const BECAUSE: Record<z.output<typeof paymentRefusal>, string> = {
  over: 'it arrived when registration was over',
  full: 'it arrived when all places were taken',
  withdrawn: 'the registration that it was for had been withdrawn',
  free: 'it costs you nothing: you are registered already',
};

/** To a person whose payment arrived for something that could not be given any more: it was refunded. */
export const paymentReturnedLetter = letterTemplate({
  name: 'payment-returned',
  data: z.object({ firstName: z.string(), title: z.string(), amount: cents, reason: paymentRefusal }),
  render: ({ firstName, title, amount, reason }, site) =>
    plainLetter(site, {
      subject: `Your payment for the ${title} was refunded`,
      title: 'Your payment was refunded',
      preview: `We refunded ${formatCents(amount)} in full.`,
      firstName,
      opening: [
        `We received your payment for the ${title}, but ${BECAUSE[reason]}. We refunded ${formatCents(amount)} in full. Your bank shows it in five to ten days.`,
      ],
      facts: [
        ['Payment for', title],
        ['Refunded', formatCents(amount)],
      ],
      closing: [
        `The next dates are at ${site.url}/tournaments and ${site.url}/classes. If anything is unclear, reply to this email.`,
      ],
      reason: `You get this email because you paid ${site.associationName}.`,
    }),
});
