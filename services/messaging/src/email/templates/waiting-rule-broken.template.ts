import * as z from 'zod/mini';
import { waitingRuleBroken } from '@lectern/contracts/registrations/events';
import { emailTemplate } from '../email-template.ts';
import { momentOf } from './email-dates.ts';
import { entryUrl } from './entry-url.ts';
import { plainEmail } from './plain-email.tsx';

/** To a person on the waitlist whose entry does not fit the rules that staff saved. */
export const waitingRuleBrokenEmail = emailTemplate({
  name: 'waiting-rule-broken',
  data: z.omit(waitingRuleBroken.payload, { email: true, userId: true, lastName: true, at: true }),
  render: ({ firstName, title, beginsAt, rule, entryToken }, site) =>
    plainEmail(site, {
      subject: `Your place on the waitlist: ${title}`,
      title: 'Your entry does not fit the rules any more',
      preview: rule,
      firstName,
      opening: [
        `The rules of the ${title} have changed, and your entry on its waitlist does not fit them: ${rule}`,
        'You stay on the waitlist, and places go to others as long as that is so.',
      ],
      details: [
        ['Tournament', title],
        ['Begins', momentOf(beginsAt, site)],
      ],
      action: {
        label: 'See your entry',
        url: entryUrl(site, entryToken),
        terms: 'You can withdraw on this page. Nothing was charged.',
      },
      closing: ['If you want to enter with other competitions, withdraw this entry first, then enter again.'],
      reason: `You get this email because this address was entered for the ${title} of ${site.associationName}.`,
    }),
});
