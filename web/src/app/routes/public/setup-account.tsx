import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { EntryPage } from '../../../components/entry/entry-page.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Outcome } from '../../../components/ui/outcome.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { association } from '../../../config/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { SetupAccountForm } from '../../../features/auth/components/setup-account-form.tsx';
import { useFocusMain } from '../../../lib/use-focus-main.ts';

const MAXIM = {
  latin: 'Dimidium facti, qui coepit, habet.',
  words: '“Who has begun has half done it.” Horace wrote it of living well. It holds for speaking in public, too.',
};

interface Mailed {
  email: string;
  message: string;
}

const CheckMailbox = ({ mailed: { email, message }, onBack }: { mailed: Mailed; onBack: () => void }) => {
  useFocusMain();
  return (
    <div className="page">
      <Outcome
        mark="waiting"
        title="Check your mailbox"
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
          The letter goes to <strong>{email}</strong>. Nothing there after a few minutes? Look into the spam folder.
        </p>
      </Outcome>
    </div>
  );
};

export default function SetupAccount() {
  const navigate = useNavigate();
  const [mailed, setMailed] = useState<Mailed | null>(null);
  return (
    <>
      <PageMeta title="Set up your account" description={`Choose a password and a division for your ${association.name} membership.`} isPrivate />
      {mailed === null ? (
        <EntryPage title="Set up your account" lead="Who you are, where you would like to start, and a password. Then you are in." maxim={MAXIM}>
          <SetupAccountForm onMailed={(email, message) => setMailed({ email, message })} />
        </EntryPage>
      ) : (
        <CheckMailbox
          mailed={mailed}
          onBack={() => {
            // Without the email that the address of the page locks.
            void navigate(pathTo('setupAccount'), { replace: true });
            setMailed(null);
          }}
        />
      )}
    </>
  );
}
