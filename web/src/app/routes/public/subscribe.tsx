import { PaymentDueOfMember } from '../../../components/subscription/payment-due-of-member.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useWeeklyWords } from '../../../components/weekly-session/use-weekly-words.ts';
import { pathTo } from '../../../config/paths.ts';
import { ProcessingPayment } from '../../../features/join/components/processing-payment.tsx';
import { SubscribeForm } from '../../../features/join/components/subscribe-form.tsx';

export default function Subscribe() {
  const { session } = useWeeklyWords();
  return (
    <div className="page">
      <PageMeta
        title="Subscribe to the Weekly Debate Club"
        description="Subscribe to the Weekly Debate Club for $95 per month or $950 per year. Choose a plan, enter your email, pay."
        path={pathTo('subscribe')}
        card="debate-club"
      />
      <PageHeader
        title="Subscribe to the Weekly Debate Club"
        lead={`A live ${session} every week. Choose a plan and say where we should write to.`}
      />
      <PaymentDueOfMember />
      <ProcessingPayment />
      <SubscribeForm />
    </div>
  );
}
