import type { OfflinePayable } from '@lectern/contracts/billing/offline-payment';
import { formatCents } from '@lectern/contracts/money';

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
      : typed > amount
        ? [
            `${formatCents(typed - amount)} more than the ${formatCents(amount)} due. We return nothing: pay the rest back yourself.`,
          ]
        : [`${formatCents(amount)} are due: it counts as paid in full all the same, and no rest is asked for.`],
});
