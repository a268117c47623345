import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { EntryPage } from '../../../components/entry/entry-page.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Outcome } from '../../../components/ui/outcome.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { association } from '../../../config/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { NewPasswordForm } from '../../../features/auth/components/new-password-form.tsx';
import { ResetRequestForm } from '../../../features/auth/components/reset-request-form.tsx';
import { useFocusMain } from '../../../lib/use-focus-main.ts';

const MAXIM = {
  latin: 'Errare humanum est.',
  words: '“To err is human.” Forgetting is the mildest way of doing it.',
};

interface Sent {
  email: string;
  message: string;
}

const CheckEmail = ({ sent: { email, message }, onBack }: { sent: Sent; onBack: () => void }) => {
  useFocusMain();
  return (
    <div className="page">
      <Outcome
        mark="waiting"
        title="Check Your Email"
        lead={message}
        actions={
          <>
            <LinkButton to={pathTo('login')} variant="primary">
              Back to Login
            </LinkButton>
            <Button onClick={onBack}>Try Different Email</Button>
          </>
        }
      >
        <p>
          You typed <strong>{email}</strong>. Nothing there after a few minutes? Look into the spam folder.
        </p>
      </Outcome>
    </div>
  );
};

/** With the token of a mailed link the form for the new password; without one the form that asks for the letter. */
export default function ResetPassword() {
  const [params] = useSearchParams();
  const [sent, setSent] = useState<Sent | null>(null);
  const token = params.get('token')?.trim() ?? '';
  return (
    <>
      <PageMeta title="Reset Password" description={`Choose a new password for your ${association.name} account.`} isPrivate />
      {token !== '' ? (
        <EntryPage title="Choose a new password" lead="It ends every session that was open with the old one." maxim={MAXIM}>
          <NewPasswordForm key={token} token={token} />
        </EntryPage>
      ) : sent === null ? (
        <EntryPage title="Reset Password" lead="Tell us your email, and we send you a link to choose a new password." maxim={MAXIM}>
          <ResetRequestForm onSent={(email, message) => setSent({ email, message })} />
        </EntryPage>
      ) : (
        <CheckEmail sent={sent} onBack={() => setSent(null)} />
      )}
    </>
  );
}
