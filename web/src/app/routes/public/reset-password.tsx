import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { EntryPage } from '../../../components/entry/entry-page.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { CheckMailbox, type Mailed } from '../../../features/auth/components/check-mailbox.tsx';
import { NewPasswordForm } from '../../../features/auth/components/new-password-form.tsx';
import { ResetRequestForm } from '../../../features/auth/components/reset-request-form.tsx';

const MAXIM = {
  latin: 'Errare humanum est.',
  words: '“To err is human.” Forgetting is the mildest way of doing it.',
};

/** With the token of a mailed link the form for the new password; without one the form that asks for the email. */
export default function ResetPassword() {
  const association = useAssociation();
  const [params] = useSearchParams();
  const [sent, setSent] = useState<Mailed | null>(null);
  const token = params.get('token')?.trim() ?? '';
  return (
    <>
      <PageMeta title="Reset Password" description={`Choose a new password for your ${association.name} account.`} />
      {token !== '' ? (
        <EntryPage
          title="Choose a new password"
          lead="It ends every session that was open with the old one."
          maxim={MAXIM}
        >
          <NewPasswordForm key={token} token={token} />
        </EntryPage>
      ) : sent === null ? (
        <EntryPage
          title="Reset Password"
          lead="Tell us your email, and we send you a link to choose a new password."
          maxim={MAXIM}
        >
          <ResetRequestForm onSent={(email, message) => setSent({ email, message })} />
        </EntryPage>
      ) : (
        <CheckMailbox title="Check Your Email" mailed={sent} onBack={() => setSent(null)} />
      )}
    </>
  );
}
