import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { ContactSupport } from '../../../components/contact-support.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Outcome } from '../../../components/ui/outcome.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { useFocusMain } from '../../../lib/use-focus-main.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { endSession } from '../api/end-session.ts';

const ChoosePassword = () => (
  <LinkButton to={pathTo('resetPassword')} variant="primary">
    Choose a new password
  </LinkButton>
);

const Ended = ({ message, isAdmin }: { message: string; isAdmin: boolean }) => {
  useFocusMain();
  return (
    <Outcome
      mark="done"
      title="The session has ended"
      lead={message}
      actions={
        isAdmin ? (
          <LinkButton to={pathTo('adminLogin')} variant="primary">
            Log in and change your password
          </LinkButton>
        ) : (
          <ChoosePassword />
        )
      }
    >
      <p>
        They know your password, and can log in with it again. Choose another one now, and another one wherever you use
        the same.
      </p>
    </Outcome>
  );
};

const Refused = ({ message }: { message: string }) => {
  useFocusMain();
  return (
    <div role="alert">
      <Outcome
        mark="stopped"
        title="There is nothing to end"
        lead={message}
        actions={
          <>
            <ChoosePassword />
            <ContactSupport variant="quiet" />
          </>
        }
      />
    </div>
  );
};

/**
 * The page behind the link of the email that reports a login in a new browser. The session ends when the button is pressed, not
 * earlier: mail programs open links by themselves.
 */
export const EndSession = () => {
  const isHydrated = useHydrated();
  const [params] = useSearchParams();
  const token = params.get('token')?.trim() ?? '';
  const { mutate, data, isPending, isSuccess, error } = useMutation({ mutationFn: () => endSession(token) });

  if (isSuccess) return <Ended message={data.message} isAdmin={data.audience === 'admin'} />;
  if (error instanceof ApiError && error.status < 500)
    return <Refused message={messageOr(error, 'Please try again later.')} />;
  // Prerendered without the link, so an error of the link shows only after hydration.
  if (isHydrated && token === '')
    return <Refused message="A part of this link is missing. Please copy the whole link from our email." />;

  return (
    <Outcome
      mark="waiting"
      title="Was that not you?"
      lead="Somebody logged in to your account with its password, in a browser that it does not know. One press logs them out."
      actions={
        isHydrated && (
          <Button variant="primary" size="large" busy={isPending} busyLabel="Ending..." onClick={() => mutate()}>
            End that session
          </Button>
        )
      }
    >
      {error !== null && (
        <Notice tone="stop" role="alert">
          {error instanceof ApiError ? messageOr(error, 'This is not available right now.') : 'The connection failed.'}{' '}
          Nothing was changed. Please press the button again.
        </Notice>
      )}
      {!isHydrated && (
        <noscript>
          <p>This page needs JavaScript.</p>
        </noscript>
      )}
    </Outcome>
  );
};
