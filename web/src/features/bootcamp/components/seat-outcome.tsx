import { formatCents } from '@lectern/contracts/money';
import type { ReactNode } from 'react';
import { useCheckout } from '../../../components/checkout/use-checkout.ts';
import { Button } from '../../../components/ui/button.tsx';
import { ExternalLinkButton, LinkButton } from '../../../components/ui/link-button.tsx';
import { Outcome } from '../../../components/ui/outcome.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { ApiError } from '../../../lib/api-error.ts';
import styles from './seat-outcome.module.css';

const NEXT = [
  'The Zoom link comes with an email before the first Sunday.',
  'Your first tournament entry is included: log in with the same email, enter in your own name, written as for the bootcamp, and there is nothing to pay.',
] as const;

/** A promo code may cover all of it. */
const paidLead = (amount: number): string =>
  amount === 0
    ? 'There was nothing to pay for the Tournament Prep Bootcamp.'
    : `The Tournament Prep Bootcamp is paid: ${formatCents(amount)}.`;

const Home = ({ children }: { children?: ReactNode }) => {
  const association = useAssociation();
  return (
    <>
      {children}
      <LinkButton to={pathTo('home')} size="large">
        Home
      </LinkButton>
      <ExternalLinkButton href={`mailto:${association.supportEmail}`} variant="quiet" size="large">
        Email support
      </ExternalLinkButton>
    </>
  );
};

export const UnknownCheckout = () => (
  <Outcome
    mark="lost"
    title="We do not know this checkout"
    lead="The link that brought you here is not complete, or it is not one of ours. If you paid, the confirmation is in your mailbox."
    actions={<Home />}
  />
);

/** Shown while the server is asked, and where no script runs. */
export const Confirming = ({ children }: { children?: ReactNode }) => (
  <div role="status">
    <Outcome
      mark="waiting"
      title="Confirming your payment"
      lead="We are asking the payment provider. This usually takes a few seconds. If you paid, you may close this page: the confirmation comes by mail."
      actions={<Home>{children}</Home>}
    />
  </div>
);

/** The status of the payment for a bootcamp seat, and the next steps. */
export const SeatOutcome = ({ sessionId }: { sessionId: string }) => {
  const { data, error, isFetching, isForAnother, refetch } = useCheckout(sessionId);
  const again = (
    <Button variant="primary" size="large" onClick={() => void refetch()} busy={isFetching} busyLabel="Asking...">
      Ask again
    </Button>
  );

  if (data?.status === 'complete' && isForAnother)
    return (
      <Outcome
        mark="done"
        title="Thank you"
        lead={`${paidLead(data.amount)} We emailed the person you paid for what comes next.`}
        actions={<Home />}
      />
    );
  if (data?.status === 'complete')
    return (
      <Outcome mark="done" title="Your seat is confirmed" lead={paidLead(data.amount)} actions={<Home />}>
        <div>
          <h2 className={styles['next']}>What comes next</h2>
          <ol className={styles['list']}>
            <li>The confirmation with all dates is on its way to {data.customerEmail ?? 'your mailbox'}.</li>
            {NEXT.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      </Outcome>
    );
  if (data?.status === 'ended')
    return (
      <Outcome
        mark="stopped"
        title="This registration has ended"
        lead={`${data.amount === 0 ? 'Nothing was charged' : `We received ${formatCents(data.amount)}`} for the Tournament Prep Bootcamp. The registration was removed or has ended since. Our latest email about it says more.`}
        actions={<Home />}
      />
    );
  if (data?.status === 'refunded')
    return (
      <Outcome
        mark="stopped"
        title="This payment was refunded"
        lead={`We refunded ${formatCents(data.amount)}. The email about it says why.`}
        actions={<Home />}
      />
    );
  if (data?.status === 'expired')
    return (
      <Outcome
        mark="stopped"
        title="This payment was not completed"
        lead="You have not been charged. The seat that was held for you is free again, and you can register again."
        actions={
          <Home>
            <LinkButton to={pathTo('bootcampRegistration')} variant="primary" size="large">
              Register again
            </LinkButton>
          </Home>
        }
      />
    );
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <UnknownCheckout />;
  if (error !== null)
    return (
      <Outcome
        mark="waiting"
        title="We could not ask about your payment"
        lead="The connection failed. If you paid, the confirmation comes by email."
        actions={<Home>{again}</Home>}
      />
    );
  return <Confirming>{data !== undefined && again}</Confirming>;
};
