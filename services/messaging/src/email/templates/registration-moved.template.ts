import * as z from 'zod/mini';
import { division, instant, uuid } from '@lectern/contracts/fields';
import { emailTemplate } from '../email-template.ts';
import { momentOf } from './email-dates.ts';
import { entrySentences } from './entry-url.ts';
import { entryRowsOf } from './entry-rows.ts';
import { payUrl } from './pay-url.ts';
import { plainEmail } from './plain-email.tsx';
import { receiptSentences } from './receipt-sentences.ts';

const KINDS = { tournament: 'Tournament', bootcamp: 'Bootcamp', debate_club: 'Registration' } as const;

/** To both mailboxes of a registration whose email staff corrected: the one that has it now, and the one that had it. */
export const registrationMovedEmail = emailTemplate({
  name: 'registration-moved',
  data: z.object({
    registrationId: uuid(),
    kind: z.enum(['tournament', 'bootcamp', 'debate_club']),
    isFormer: z.boolean(),
    firstName: z.string(),
    title: z.string(),
    beginsAt: z.nullable(instant()),
    /** Of its payment link, while it can be paid. */
    payKey: z.nullable(uuid()),
    /** Until when it can be paid. */
    payBy: z.optional(z.nullable(instant())),
    /** Of a tournament entry. */
    competitions: z.optional(z.array(z.string())),
    competitionNames: z.optional(z.array(z.string())),
    division: z.optional(division()),
    /** Left out by earlier releases. */
    isPaid: z.optional(z.boolean()),
    /** Of the receipt of a guest's payment. */
    receiptToken: z.optional(z.nullable(z.string())),
    entryToken: z.optional(z.string()),
  }),
  render: (registration, site) => {
    const { registrationId, kind, isFormer, firstName, title, beginsAt, payKey, payBy, competitions, receiptToken } =
      registration;
    const details = [
      [KINDS[kind], title] as const,
      ...(beginsAt === null ? [] : [['Begins', momentOf(beginsAt, site)] as const]),
    ];
    const closing = ['If you think that this is a mistake, reply to this email. We read every reply.'];
    if (isFormer)
      return plainEmail(site, {
        subject: `A registration was moved from this email address: ${title}`,
        title: 'A registration was moved from this email address',
        preview: 'The association corrected its email address.',
        firstName,
        opening: [
          `A registration for the ${title} was made with this email address. The association corrected the address, so emails about it no longer come here, and payment links in earlier ones no longer work.`,
        ],
        details,
        closing,
        reason: `You get this email because this address was registered for the ${title} of ${site.associationName}.`,
      });
    return plainEmail(site, {
      subject: `Your registration: ${title}`,
      title: 'This email address has a registration now',
      preview: 'The association corrected the email address of a registration.',
      firstName,
      opening: [
        `The association corrected the email address of a registration for the ${title}. Emails about it come here from now on.`,
        ...(registration.isPaid === true ? ['There is nothing left to pay for it.'] : []),
        ...(receiptToken == null ? [] : receiptSentences(site, { receiptToken })),
        ...entrySentences(site, registration),
        'If you have an account and have confirmed this email address, you find the registration there.',
      ],
      details: [
        ...details,
        ...(competitions === undefined || registration.division === undefined
          ? []
          : entryRowsOf({ ...registration, competitions, division: registration.division })),
        ...(payKey === null || payBy == null ? [] : [['Pay by', momentOf(payBy, site)] as const]),
      ],
      ...(payKey === null
        ? {}
        : {
            action: {
              label: 'See what is to be paid',
              url: payUrl(site, { registrationId, payKey }),
              terms: 'The page shows what is to be paid. Nothing is charged before you confirm it.',
            },
          }),
      closing,
      reason: `You get this email because this address is registered for the ${title} of ${site.associationName}.`,
    });
  },
});
