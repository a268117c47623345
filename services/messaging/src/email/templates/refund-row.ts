import { refundWords } from '@lectern/contracts/registrations/refund-policy';
import type { RefundSteps } from '@lectern/contracts/registrations/refund-steps';
import type { EmailSite } from '../email-template.ts';

interface Paid {
  readonly refundSteps?: RefundSteps | undefined;
  readonly calendar?: { readonly publishedAt: string } | undefined;
}

/** The refund of a withdrawal, by date, as at the payment; no row where the event has no such steps. */
export const refundRows = (
  { refundSteps = [], calendar }: Paid,
  site: Pick<EmailSite, 'timeZone'>,
): [string, string][] => {
  const words = refundWords(refundSteps, site.timeZone, new Date(calendar?.publishedAt ?? 0));
  return words === null ? [] : [['Refund if you withdraw', words]];
};

/** How to withdraw for that refund, where no page of the registration does it. */
export const refundSentences = ({ refundSteps = [] }: Paid): string[] =>
  refundSteps.length === 0
    ? []
    : ['If you cannot come, reply to this email: we withdraw you, and refund by the date of your reply.'];
