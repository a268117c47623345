import { PaymentDueOfMember } from '../../../components/subscription/payment-due-of-member.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { JoinForm } from '../../../features/join/components/join-form.tsx';
import { ProcessingPayment } from '../../../features/join/components/processing-payment.tsx';

export default function Register() {
  const association = useAssociation();
  return (
    <div className="page">
      <PageMeta
        title="Join the Debate Club"
        description={`Register with ${association.fullName}: choose a monthly or annual membership, create your account and pay, in one step.`}
        path={pathTo('register')}
        card="debate-club"
      />
      <PageHeader title="Join the Debate Club" lead="One form, one payment, and you are in for this week’s session." />
      <PaymentDueOfMember />
      <ProcessingPayment />
      <JoinForm />
    </div>
  );
}
