import { useMutation } from '@tanstack/react-query';
import { ContactSupport } from '../../../components/contact-support.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Outcome } from '../../../components/ui/outcome.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import type { SubscriberLink } from '../api/confirm-subscriber.ts';

const loadConfirm = () => import('../api/confirm-subscriber.ts');

/** The page behind the link with which a newsletter subscriber confirms the address that staff corrected. Needs no account. */
export const ConfirmSubscriber = ({ link }: { link: SubscriberLink }) => {
  const { mutate, data, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => (await loadConfirm()).confirmSubscriber(link),
  });

  if (isSuccess)
    return (
      <div role="status">
        <Outcome
          mark="done"
          title="Thank you"
          lead={data.message}
          actions={
            <LinkButton to={pathTo('home')} variant="primary">
              Go to the home page
            </LinkButton>
          }
        />
      </div>
    );

  const isWhole = Object.values(link).every((part) => part !== '');
  if (error instanceof ApiError || !isWhole)
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
              {error instanceof ApiError && (error.status >= 500 || error.status === 429) && (
                <Button variant="primary" busy={isPending} busyLabel="Confirming..." onClick={() => mutate()}>
                  Try again
                </Button>
              )}
              <ContactSupport variant="quiet" />
            </>
          }
        />
      </div>
    );

  return (
    <Outcome
      mark="waiting"
      title="Confirm your email"
      lead={
        <>
          Should our newsletter come to <strong className="breakable">{link.email}</strong>?
        </>
      }
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
