import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { EntryPage } from '../../../components/entry/entry-page.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { CheckMailbox, type Mailed } from '../../../features/auth/components/check-mailbox.tsx';
import { SetupAccountForm } from '../../../features/auth/components/setup-account-form.tsx';

const MAXIM = {
  latin: 'Dimidium facti, qui coepit, habet.',
  words: '“Who has begun has half done it.” Horace wrote it of living well. It holds for speaking in public, too.',
};

export default function SetupAccount() {
  const association = useAssociation();
  const navigate = useNavigate();
  const [mailed, setMailed] = useState<Mailed | null>(null);
  return (
    <>
      <PageMeta
        title="Set up your account"
        description={`Choose a password and a division for your ${association.name} membership.`}
      />
      {mailed === null ? (
        <EntryPage
          title="Set up your account"
          lead="Who you are, where you would like to start, and a password. Then you are in."
          maxim={MAXIM}
        >
          <SetupAccountForm onMailed={(email, message) => setMailed({ email, message })} />
        </EntryPage>
      ) : (
        <CheckMailbox
          title="Check your mailbox"
          mailed={mailed}
          onBack={() => {
            // Without the email that the URL of the page fixes.
            void navigate(pathTo('setupAccount'), { replace: true });
            setMailed(null);
          }}
        />
      )}
    </>
  );
}
