import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { ConfirmEmail } from '../../../features/confirm-email/components/confirm-email.tsx';

export default function ConfirmEmailRoute() {
  return (
    <div className="page">
      <PageMeta title="Confirm your email" description="Confirm the email of your account with one press." isPrivate />
      <ConfirmEmail />
    </div>
  );
}
