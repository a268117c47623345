import type { ListedPayment } from '@lectern/contracts/billing/listed-payment';
import { Badge } from '../../../components/ui/badge.tsx';
import { KIND_WORDS } from '../payment-words.ts';

export const KindBadge = ({ payment: { kind, isDisputed } }: { payment: ListedPayment }) =>
  isDisputed ? (
    <Badge tone="stop">Charge, disputed</Badge>
  ) : (
    <Badge tone={KIND_WORDS[kind].tone}>{KIND_WORDS[kind].one}</Badge>
  );
