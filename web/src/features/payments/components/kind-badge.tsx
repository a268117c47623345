import type { ListedPayment } from '@lectern/contracts/billing/listed-payment';
import { Badge } from '../../../components/ui/badge.tsx';
import { KIND_WORDS, kindOf } from '../payment-words.ts';

export const KindBadge = ({ payment }: { payment: ListedPayment }) => {
  const { kind, isDisputed, amount, refunded } = payment;
  if (isDisputed) return <Badge tone="stop">Charge, disputed</Badge>;
  if (kind === 'offline' && refunded > 0) return <Badge tone="wait">Offline payment, undone</Badge>;
  const isUndoing = kind === 'offline' && amount < 0;
  return <Badge tone={isUndoing ? 'wait' : KIND_WORDS[kind].tone}>{kindOf(payment)}</Badge>;
};
