import * as z from 'zod/mini';
import { paymentRefusal } from '@lectern/contracts/billing/model';
import { cents } from '@lectern/contracts/cents';
import { formatCents } from '@lectern/contracts/money';
import { headerText } from '../../sendgrid/mailbox.ts';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';

const BECAUSE: Record<z.output<typeof paymentRefusal>, string> = {
  over: 'registration was over by then',
  full: 'all places were taken in the same moment',
  rules: 'the rules of the tournament do not allow the selection of events any more',
  withdrawn: 'the registration was withdrawn or removed',
  free: 'the registration is free by now',
};

/** To the association: a payment that staff recorded paid for nothing, so that staff have to return the money. */
export const offlinePaymentRefusedEmail = emailTemplate({
  name: 'offline-payment-refused',
  data: z.object({ name: z.string(), email: z.string(), title: z.string(), amount: cents, reason: paymentRefusal }),
  render: ({ name, email, title, amount, reason }, site) =>
    plainEmail(site, {
      subject: 'Return a payment that was recorded',
      title: 'Return a payment that was recorded',
      preview: `${formatCents(amount)} could not be used.`,
      firstName: '',
      opening: [
        `A payment of ${formatCents(amount)} that was recorded for the ${title} was undone: ${BECAUSE[reason]}.`,
        'Return the money the way that it came. We have emailed the person that you do.',
      ],
      details: [
        ['Paid by', headerText(name)],
        ['Email', email],
        ['For', title],
        ['Amount', formatCents(amount)],
      ],
      closing: [],
      reason: `Sent by ${site.url} when a recorded payment cannot be used.`,
    }),
});
