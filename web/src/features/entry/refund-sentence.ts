import { formatCents } from '@lectern/contracts/money';
import type { OwnEntry } from '@lectern/contracts/registrations/own-entry-model';

type Money = Pick<OwnEntry, 'paid' | 'refunded'>;
type Refund = NonNullable<OwnEntry['withdrawal']>;

/** The effect of a withdrawal on the payment of the entry. */
export const refundSentence = ({ paid, refunded }: Money, { refund, way }: Refund, isDone: boolean): string => {
  const amount = formatCents(refund);
  switch (way) {
    case 'card':
      return `${isDone ? 'We refund' : 'We then refund'} ${amount} to the card or account that paid. Banks take five to ten days to show it.`;
    case 'hand':
      return `The association ${isDone ? 'returns' : 'then returns'} ${amount} itself, the way that the payment came.`;
    case 'disputed':
      return 'The bank of the cardholder has reclaimed this payment and decides about it. Nothing is refunded beside that.';
    case 'none':
      if (paid === 0) return 'Nothing was charged for this entry, so there is nothing to refund.';
      return refunded > 0 ? 'Nothing more is refunded.' : 'By the refund dates of this event, nothing is refunded.';
  }
};
