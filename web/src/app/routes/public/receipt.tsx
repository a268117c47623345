import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { GuestReceipt } from '../../../features/guest-receipt/components/guest-receipt.tsx';

export default function ReceiptPage() {
  return (
    <div className="page">
      <PageMeta title="Your receipt" description="The receipt of your payment, as a PDF." isPrivate />
      <GuestReceipt />
    </div>
  );
}
