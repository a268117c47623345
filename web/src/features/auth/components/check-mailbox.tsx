import { Button } from '../../../components/ui/button.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Outcome } from '../../../components/ui/outcome.tsx';
import { pathTo } from '../../../config/paths.ts';
import { useFocusMain } from '../../../lib/use-focus-main.ts';

export interface Mailed {
  email: string;
  /** The server's message. */
  message: string;
}

/** Shown after a form that sends an email. It does not say whether the address has an account. */
export const CheckMailbox = ({
  title,
  mailed: { email, message },
  onBack,
}: {
  title: string;
  mailed: Mailed;
  onBack: () => void;
}) => {
  useFocusMain();
  return (
    <div className="page">
      <Outcome
        mark="waiting"
        title={title}
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
