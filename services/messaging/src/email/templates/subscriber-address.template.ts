import * as z from 'zod/mini';
import { subscriberAddressLink } from '@lectern/contracts/messaging/subscriber-address-http';
import { emailTemplate } from '../email-template.ts';
import { confirmSubscriberAddress } from './account-links.ts';
import { plainEmail } from './plain-email.tsx';

/** To the mailbox that a newsletter subscriber meant, as staff entered it. Without the address of before, which may be another person's. */
export const subscriberAddressEmail = emailTemplate({
  name: 'subscriber-address',
  data: z.object(subscriberAddressLink.shape),
  render: (link, site) =>
    plainEmail(site, {
      subject: `Confirm where the ${site.associationName} newsletter goes`,
      title: 'Confirm your email for the newsletter',
      preview: 'One more step, and our newsletter comes here.',
      firstName: null,
      opening: [
        `Our team corrected the email address of a subscriber to our newsletter, and this is the new one. Confirm that it is yours: the newsletter then comes here, and no longer to the address that was mistyped.`,
      ],
      action: {
        label: 'Confirm this email',
        url: confirmSubscriberAddress(site, link),
        terms: 'The button works for seven days.',
      },
      closing: 'If that was not you, do nothing: without your confirmation, no newsletter comes here.',
      reason: `You get this email because the ${site.associationName} team entered this address for a newsletter subscriber.`,
    }),
});
