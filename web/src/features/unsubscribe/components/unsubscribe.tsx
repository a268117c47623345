import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { ContactSupport } from '../../../components/contact-support.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Outcome } from '../../../components/ui/outcome.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { ListChoice } from './list-choice.tsx';

const loadEnd = () => import('../api/unsubscribe.ts');

/** The page behind the unsubscribe link of an email. Nothing changes before the button is pressed: mail programs open links by themselves. */
export const Unsubscribe = () => {
  const association = useAssociation();
  const isHydrated = useHydrated();
  const [params] = useSearchParams();
  const email = params.get('email')?.trim() ?? '';
  const key = params.get('key') ?? '';
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => (await loadEnd()).endEmails({ email, key }),
  });

  // Prerendered without the link, so an error of the link shows only after hydration.
  if (!isHydrated)
    return (
      <Outcome mark="waiting" title="Unsubscribe" lead="Stop newsletters and announcements to your address.">
        <noscript>
          <p>
            This page needs JavaScript. Write to{' '}
            <a href={`mailto:${association.supportEmail}`}>{association.supportEmail}</a> instead, and we take your
            address off the list.
          </p>
        </noscript>
      </Outcome>
    );

  if (isSuccess)
    return (
      <div role="status">
        <Outcome
          mark="done"
          title="You are unsubscribed"
          lead={
            <>
              No more newsletters or announcements come to <strong>{email}</strong>.
            </>
          }
          actions={
            <LinkButton to={pathTo('home')} variant="primary">
              Go to the home page
            </LinkButton>
          }
        >
          <p>
            Emails that you ask for yourself, such as a receipt or a reset link, still do. Changed your mind? Subscribe
            again whenever you like.
          </p>
        </Outcome>
      </div>
    );

  if (email === '' || key === '' || error instanceof ApiError)
    return (
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
              <Button variant="primary" busy={isPending} busyLabel="Unsubscribing..." onClick={() => mutate()}>
                Try again
              </Button>
            )}
            <ContactSupport />
          </>
        }
      >
        <p>
          Open the unsubscribe link at the end of an email from {association.name} again, or write to us and we take
          your address off the list.
        </p>
      </Outcome>
    );

  return (
    <>
      <Outcome
        mark="waiting"
        title="Unsubscribe"
        lead={
          <>
            Stop newsletters and announcements to <strong>{email}</strong>?
          </>
        }
        actions={
          <>
            <Button
              variant="primary"
              size="large"
              busy={isPending}
              busyLabel="Unsubscribing..."
              onClick={() => mutate()}
            >
              Unsubscribe
            </Button>
            <LinkButton to={pathTo('home')} size="large" variant="quiet">
              Keep them
            </LinkButton>
          </>
        }
      >
        {error !== null && (
          <Notice tone="stop" role="alert">
            The connection failed, and nothing was changed. Please press the button again.
          </Notice>
        )}
      </Outcome>
      <ListChoice link={{ email, key }} />
    </>
  );
};
