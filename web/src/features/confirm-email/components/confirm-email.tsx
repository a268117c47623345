import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { ContactSupport } from '../../../components/contact-support.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Outcome } from '../../../components/ui/outcome.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { useMemberToken } from '../../../lib/member-session.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { ConfirmSubscriber } from './confirm-subscriber.tsx';

const loadConfirm = () => import('../api/confirm-email.ts');

/**
 * The page behind the links that confirm an email, a new one or the account's present one. Nothing changes before the button is pressed:
 * mail programs open links by themselves. Only the signed-in account that requested the link can use it.
 */
export const ConfirmEmail = () => {
  const isHydrated = useHydrated();
  const isSignedIn = useMemberToken() !== null;
  const [params] = useSearchParams();
  const client = useQueryClient();
  const token = params.get('token')?.trim() ?? '';
  const subscriberId = params.get('subscriberId');
  const { mutate, data, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => (await loadConfirm()).confirmAddress(token),
    // The pages of the signed-in member then load the current state.
    onSuccess: () => client.removeQueries({ queryKey: ['member'] }),
  });

  // Prerendered without the link, so an error of the link shows only after hydration.
  if (!isHydrated)
    return (
      <Outcome mark="waiting" title="Confirm your email" lead="One more step, and it is confirmed.">
        <noscript>
          <p>This page needs JavaScript.</p>
        </noscript>
      </Outcome>
    );

  if (subscriberId !== null) {
    const [email = '', until = '', key = ''] = ['email', 'until', 'key'].map((name) => params.get(name)?.trim());
    return <ConfirmSubscriber link={{ subscriberId, email, until, key }} />;
  }

  if (isSuccess)
    return (
      <div role="status">
        <Outcome
          mark="done"
          title="Thank you"
          lead={data.message}
          actions={
            <LinkButton to={pathTo('accountSettings')} variant="primary">
              Go to your settings
            </LinkButton>
          }
        />
      </div>
    );

  if (token !== '' && !isSignedIn)
    return (
      <Outcome
        mark="waiting"
        title="Log in to confirm your email"
        lead="You are one step away. Log in to the account that asked for this link, and you come back here."
        actions={
          <LinkButton to={pathTo('login', { next: pathTo('confirmEmail', { token }) })} variant="primary" size="large">
            Log in
          </LinkButton>
        }
      >
        <p>
          No account of yours? Then somebody typed your email by mistake, and you can ignore this. If the account should
          be yours, <Link to={pathTo('resetPassword')}>choose a new password</Link>: that confirms your email, too.
        </p>
      </Outcome>
    );

  if (token === '' || error instanceof ApiError)
    return (
      <div role={error === null ? undefined : 'alert'}>
        <Outcome
          mark="stopped"
          title="This link does not work"
          lead={
            error instanceof ApiError
              ? messageOr(error, 'Please try again later.')
              : 'A part of it is missing. Please copy the whole link from our email.'
          }
          actions={
            <>
              {error instanceof ApiError && error.status >= 500 && (
                <Button variant="primary" busy={isPending} busyLabel="Confirming..." onClick={() => mutate()}>
                  Try again
                </Button>
              )}
              <LinkButton to={pathTo('accountSettings')}>Go to your settings</LinkButton>
              <ContactSupport variant="quiet" />
            </>
          }
        >
          <p>
            Your settings show which email your account has, and send you another link. Each works for a few days at
            most.
          </p>
        </Outcome>
      </div>
    );

  return (
    <Outcome
      mark="waiting"
      title="Confirm your email"
      lead="One press, and your account goes by this mailbox. Press it only if the account is yours."
      actions={
        <Button variant="primary" size="large" busy={isPending} busyLabel="Confirming..." onClick={() => mutate()}>
          Confirm this email
        </Button>
      }
    >
      {error !== null && (
        <Notice tone="stop" role="alert">
          The connection failed, and nothing was changed. Please press the button again.
        </Notice>
      )}
    </Outcome>
  );
};
