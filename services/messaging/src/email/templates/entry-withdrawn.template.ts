import * as z from 'zod/mini';
import { formatCents } from '@lectern/contracts/money';
import { entryWithdrawn } from '@lectern/contracts/registrations/events';
import { emailTemplate } from '../email-template.ts';
import { momentOf } from './email-dates.ts';
import { plainEmail } from './plain-email.tsx';

const entryData = z.omit(entryWithdrawn.payload, { email: true, userId: true, lastName: true, at: true });

/** The consequence for the payment, in a sentence. */
const money = ({ amountPaid, amountRefunded, refund, way }: z.output<typeof entryData>): string => {
  if (amountPaid === 0) return 'Nothing was charged for it, so there is nothing to refund.';
  const amount = formatCents(refund);
  switch (way) {
    case 'card':
      return `We refund ${amount} to the card or account that paid. Banks take five to ten days to show a refund.`;
    case 'hand':
      return `We return ${amount} to you ourselves, the way that your payment came.`;
    case 'disputed':
      return 'The bank of the cardholder has reclaimed this payment. The bank decides about it, so we refund nothing beside that.';
    case 'none':
      return amountRefunded > 0
        ? 'Nothing more is refunded.'
        : 'By the refund dates of this tournament, nothing is refunded for it any more.';
  }
};

/** To a person who withdrew their tournament entry: with the amount that is refunded, or that nothing is. */
export const entryWithdrawnEmail = emailTemplate({
  name: 'entry-withdrawn',
  data: entryData,
  render: (entry, site) =>
    plainEmail(site, {
      subject: `You withdrew your entry: ${entry.title}`,
      title: 'Your entry is withdrawn',
      preview: money(entry),
      firstName: entry.firstName,
      opening: [`You withdrew your entry for the ${entry.title}. You no longer take part in it.`, money(entry)],
      details: [
        ['Tournament', entry.title],
        ['Begins', momentOf(entry.beginsAt, site)],
        ...(entry.amountPaid === 0 ? [] : [['Paid', formatCents(entry.amountPaid)] as const]),
        ...(entry.amountRefunded === 0 ? [] : [['Refunded before', formatCents(entry.amountRefunded)] as const]),
        ...(entry.refund === 0 ? [] : [['Refund', formatCents(entry.refund)] as const]),
      ],
      closing: [
        `If you change your mind, you can enter again while registration is open: ${site.url}/tournaments`,
        'If you did not withdraw it, reply to this email. We read every reply.',
      ],
      reason: `You get this email because this address was entered for the ${entry.title} of ${site.associationName}.`,
    }),
});
