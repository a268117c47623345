import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { Payment } from '../../../features/payment/components/payment.tsx';

export default function Pay() {
  return (
    <div className="page">
      <PageMeta
        title="Complete your payment"
        description="What you pay for, and the way to our payment provider’s page."
        isPrivate
      />
      <Payment />
    </div>
  );
}
