import { OFFLINE_METHODS, type OfflineMethod, type OfflinePayable } from '@lectern/contracts/billing/offline-payment';
import { formatCents } from '@lectern/contracts/money';

const METHOD_WORDS: Readonly<Record<OfflineMethod, string>> = {
  check: 'Check',
  cash: 'Cash',
  bank_transfer: 'Bank transfer',
};

export const METHOD_OPTIONS = OFFLINE_METHODS.map((value) => ({ value, label: METHOD_WORDS[value] }));

/** The effects of recording `typed` cents (NaN while no amount is typed), in words. */
export const recordingEffects = (
  { product, userId, amount }: Pick<OfflinePayable, 'product' | 'userId' | 'amount'>,
  typed: number,
): { kept: readonly string[]; lost: readonly string[] } => ({
  kept: [
    product === 'bootcamps' ? 'The seat is paid and taken.' : 'The entry is paid and complete.',
    `We email the confirmation, with ${userId === null ? 'a link to the receipt' : 'the receipt on the member’s page'}.`,
    'A payment page that is open ends now: nobody pays twice.',
  ],
  lost:
    Number.isNaN(typed) || typed === amount
      ? []
      : [`${formatCents(amount)} are due: it counts as paid in full all the same, and no rest is asked for.`],
});
