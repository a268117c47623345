import { usePageText } from '../../../components/site-texts/use-page-text.ts';
import { PaymentDueOfMember } from '../../../components/subscription/payment-due-of-member.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { pathTo } from '../../../config/paths.ts';
import { ProcessingPayment } from '../../../features/join/components/processing-payment.tsx';
import { SubscribeForm } from '../../../features/join/components/subscribe-form.tsx';

export default function Subscribe() {
  const { searchResult, opening } = usePageText('subscribePage');
  return (
    <div className="page">
      <PageMeta {...searchResult} path={pathTo('subscribe')} card="debate-club" />
      <PageHeader {...opening} />
      <PaymentDueOfMember />
      <ProcessingPayment />
      <SubscribeForm />
    </div>
  );
}
