import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { ContactSupport } from '../../../components/contact-support.tsx';
import { EntryPage } from '../../../components/entry/entry-page.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Outcome } from '../../../components/ui/outcome.tsx';
import { pathTo } from '../../../config/paths.ts';
import { memberSession } from '../../../lib/member-session.ts';
import { useFocusMain } from '../../../lib/use-focus-main.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { takeAccountBack } from '../api/undo-email-change.ts';
import { isFinalRefusal } from '../final-refusal.ts';
import { UndoEmailChangeForm } from './undo-email-change-form.tsx';

const TITLE = 'Undo the email change';
const MAXIM = {
  latin: 'Suum cuique.',
  words: '“To each their own.” Cicero meant justice. It holds for accounts, too.',
};

const Done = ({ message }: { message: string }) => {
  useFocusMain();
  return (
    <div className="page">
      <Outcome
        mark="done"
        title="The change is undone"
        lead={message}
        actions={
          <LinkButton to={pathTo('login')} variant="primary">
            Log in
          </LinkButton>
        }
      >
        <p>Check your account. If anything else in it was changed, please write to us.</p>
      </Outcome>
    </div>
  );
};

const Refused = ({ message }: { message: string }) => {
  useFocusMain();
  return (
    <div className="page" role="alert">
      <Outcome
        mark="stopped"
        title="The change was not undone"
        lead={message}
        actions={<ContactSupport variant="primary" />}
      />
    </div>
  );
};

const NoToken = () => (
  <div className="page">
    <Outcome
      mark="stopped"
      title="This link does not work"
      lead="A part of it is missing. Please copy the whole link from our email."
      actions={<ContactSupport variant="primary" />}
    />
  </div>
);

const Prerendered = () => (
  <div className="page">
    <Outcome mark="waiting" title={TITLE} lead="One more step, and your account has its old email again.">
      <noscript>
        <p>This page needs JavaScript.</p>
      </noscript>
    </Outcome>
  </div>
);

/** The page behind the link of the email to an old address: with a new password, its reader reverts the account's change of email. */
export const UndoEmailChange = () => {
  const isHydrated = useHydrated();
  const [params] = useSearchParams();
  const token = params.get('token')?.trim() ?? '';
  const undo = useMutation({
    mutationFn: takeAccountBack,
    // The change ends every earlier token, also the one in this browser.
    onSuccess: () => memberSession.end('logged-out'),
  });

  if (undo.isSuccess) return <Done message={undo.data.message} />;
  if (isFinalRefusal(undo.error)) return <Refused message={undo.error.message} />;
  // Prerendered without the link, so an error of the link shows only after hydration.
  if (!isHydrated) return <Prerendered />;
  if (token === '') return <NoToken />;

  return (
    <EntryPage
      title={TITLE}
      lead="Your account gets back the email that we sent this link to. The change was made with your password, so choose a new one. It ends every open session."
      maxim={MAXIM}
    >
      <UndoEmailChangeForm key={token} token={token} undo={undo} />
    </EntryPage>
  );
};
