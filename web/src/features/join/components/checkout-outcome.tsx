import type { CheckoutOutcome as Checkout } from '@lectern/contracts/billing/model';
import { useEffect, useState } from 'react';
import { POLL_FOR_MS } from '../../../components/checkout/poll-interval.ts';
import { useCheckout } from '../../../components/checkout/use-checkout.ts';
import { Button } from '../../../components/ui/button.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Outcome } from '../../../components/ui/outcome.tsx';
import { pathTo } from '../../../config/paths.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useMemberToken } from '../../../lib/member-session.ts';
import { rememberPaidCheckout } from '../../../lib/paid-checkout.ts';
import { rememberProcessingCheckout } from '../../../lib/processing-checkout.ts';
import { rememberedPlan } from '../chosen-plan.ts';
import { conversionOf, reportConversion } from '../report-conversion.ts';
import { formatCents } from '@lectern/contracts/money';
import { SupportLine } from './support-line.tsx';

/** The success page: the status of this checkout. */
export const CheckoutOutcome = ({ sessionId }: { sessionId: string }) => {
  const { data, error, isFetching, isForAnother, refetch } = useCheckout(sessionId);

  if (data?.status === 'complete' && isForAnother) return <PaidForAnother plan={data.plan} amount={data.amount} />;
  if (data?.status === 'complete') return <Complete sessionId={sessionId} checkout={data} />;
  if (data?.status === 'expired') return <NotPaid because={data.unpaidBecause} />;
  if (data?.status === 'processing') return <Processing sessionId={sessionId} isForAnother={isForAnother} />;
  if (data?.status === 'ended') return <Ended plan={data.plan} amount={data.amount} />;
  if (data?.status === 'refunded') return <Refunded amount={data.amount} />;
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <Unknown />;
  if (error !== null)
    return (
      <Outcome
        mark="waiting"
        title="We could not ask about your payment"
        lead="The connection failed. If you paid, the confirmation comes by email."
        actions={
          <>
            <Button variant="primary" onClick={() => void refetch()} busy={isFetching} busyLabel="Asking...">
              Ask again
            </Button>
            <ClassesLink />
          </>
        }
      />
    );
  return <Confirming isOpen={data !== undefined} isFetching={isFetching} onAsk={() => void refetch()} />;
};

/** On every state of the success page (specification, section 2, "Subscribe"). */
const ClassesLink = ({ size }: { size?: 'large' }) => (
  <LinkButton to={pathTo('classes')} {...(size === undefined ? {} : { size })}>
    Explore Classes
  </LinkButton>
);

/** Shown at first, and where no script runs. */
export const Asking = () => (
  <div role="status">
    <Outcome
      mark="waiting"
      title="Confirming your payment"
      lead="We are asking the payment provider. This usually takes a few seconds, and the confirmation comes by mail as well."
    />
  </div>
);

interface ConfirmingProps {
  isOpen: boolean;
  isFetching: boolean;
  onAsk: () => void;
}

const Confirming = ({ isOpen, isFetching, onAsk }: ConfirmingProps) => {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), POLL_FOR_MS);
    return () => clearTimeout(timer);
  }, []);

  if (!isLong || !isOpen) return <Asking />;
  return (
    <Outcome
      mark="waiting"
      title="This payment is not finished yet"
      lead="The payment provider has not confirmed it. If you paid, you can close this page: the confirmation comes by mail. If you did not finish, you can start again."
      actions={
        <>
          <Button variant="primary" onClick={onAsk} busy={isFetching} busyLabel="Asking...">
            Ask again
          </Button>
          <LinkButton to={pathTo('subscribe')}>Start again</LinkButton>
          <ClassesLink />
        </>
      }
    />
  );
};

const Complete = ({ sessionId, checkout }: { sessionId: string; checkout: Checkout }) => {
  const isSignedIn = useMemberToken() !== null;
  const { plan, customerEmail, amount } = checkout;
  const next = nextStep(sessionId, checkout, isSignedIn);

  useEffect(() => {
    if (customerEmail !== null) rememberPaidCheckout({ sessionId, email: customerEmail });
    reportConversion(conversionOf(sessionId, rememberedPlan() ?? plan ?? 'monthly', customerEmail));
  }, [sessionId, plan, customerEmail]);

  return (
    <Outcome
      mark="done"
      title="Welcome to the Debate Club"
      lead={
        <>
          {paidLead('Your', plan, amount)} Our welcome email
          {customerEmail === null ? '' : ` to ${customerEmail}`} says what was charged and what the renewal costs.
        </>
      }
      actions={
        <>
          <LinkButton to={next.to} variant="primary" size="large">
            {next.label}
          </LinkButton>
          <ClassesLink size="large" />
        </>
      }
    >
      {next.isSetup && <p>One thing is left: choose a password. The link is in the email that we sent you, too.</p>}
    </Outcome>
  );
};

/** A promo code may cover all of the first payment. */
const paidLead = (whose: 'Your' | 'The', plan: Checkout['plan'], amount: number): string =>
  amount === 0
    ? `${whose} ${plan ?? ''} membership has begun, and nothing was charged.`
    : `${whose} ${plan ?? ''} membership is paid: ${formatCents(amount)}.`;

/** For a signed-in person who paid for another person's email. It does not show that email. */
const PaidForAnother = ({ plan, amount }: Pick<Checkout, 'plan' | 'amount'>) => (
  <Outcome
    mark="done"
    title="Thank you"
    lead={`${paidLead('The', plan, amount)} We emailed the person you paid for how to open it.`}
    actions={
      <LinkButton to={pathTo('dashboard')} variant="primary" size="large">
        Go to your dashboard
      </LinkButton>
    }
  />
);

/** The next step of a new member. */
const nextStep = (
  sessionId: string,
  checkout: Checkout,
  isSignedIn: boolean,
): { label: string; to: string; isSetup?: true } => {
  if (isSignedIn) return { label: 'Go to your dashboard', to: pathTo('dashboard') };
  if (checkout.hasAccount) return { label: 'Log in', to: pathTo('login') };
  const to = pathTo('setupAccount', { email: checkout.customerEmail ?? undefined, session_id: sessionId });
  return { label: 'Set up your account', to, isSetup: true };
};

const Processing = ({ sessionId, isForAnother }: { sessionId: string; isForAnother: boolean }) => {
  useEffect(() => rememberProcessingCheckout(sessionId), [sessionId]);
  return (
    <Outcome
      mark="waiting"
      title="Your bank is processing your payment"
      lead={
        isForAnother
          ? 'This can take a few days. The membership begins when the money arrives, and we email the person you paid for then. You do not need to pay again.'
          : 'This can take a few days. Your membership begins when the money arrives, and we email you then. You do not need to pay again.'
      }
      actions={<ClassesLink size="large" />}
    />
  );
};

/** The membership was cancelled since, or its account was deleted. */
const Ended = ({ plan, amount }: Pick<Checkout, 'plan' | 'amount'>) => (
  <Outcome
    mark="stopped"
    title="This membership has ended"
    lead={`${amount === 0 ? 'Nothing was charged' : `We received ${formatCents(amount)}`} for the ${plan ?? ''} membership, and it has ended since. You can begin a new one whenever you like.`}
    actions={
      <>
        <LinkButton to={pathTo('subscribe')} variant="primary" size="large">
          Choose a plan
        </LinkButton>
        <ClassesLink size="large" />
      </>
    }
  >
    <SupportLine />
  </Outcome>
);

const Refunded = ({ amount }: Pick<Checkout, 'amount'>) => (
  <Outcome
    mark="stopped"
    title="This payment was refunded"
    lead={`We refunded ${formatCents(amount)}. The email about it says why. If you have another membership, it goes on.`}
    actions={
      <>
        <LinkButton to={pathTo('login')} variant="primary" size="large">
          Log in
        </LinkButton>
        <ClassesLink size="large" />
      </>
    }
  >
    <SupportLine />
  </Outcome>
);

const NOT_PAID = {
  run_out: {
    title: 'This payment was not completed',
    lead: 'You have not been charged. The checkout has run out, and you can open a new one whenever you like.',
  },
  bank_refused: {
    title: 'Your bank did not send the payment',
    lead: 'Nothing was charged, and no membership has begun. Try again with a card or another bank account.',
  },
  cancelled: {
    title: 'This membership was cancelled',
    lead: 'It does not begin. If your bank sends the payment all the same, we refund it. You can pay another way whenever you like.',
  },
} as const;

const NotPaid = ({ because = 'run_out' }: { because: keyof typeof NOT_PAID | undefined }) => (
  <Outcome
    mark="stopped"
    title={NOT_PAID[because].title}
    lead={NOT_PAID[because].lead}
    actions={
      <>
        <LinkButton to={pathTo('subscribe')} variant="primary" size="large">
          Try Again
        </LinkButton>
        <ClassesLink size="large" />
      </>
    }
  />
);

export const Unknown = () => (
  <Outcome
    mark="lost"
    title="We do not know this checkout"
    lead="The link that brought you here is not complete, or it is not one of ours. If you paid, the confirmation is in your mailbox."
    actions={
      <>
        <LinkButton to={pathTo('login')} variant="primary">
          Log in
        </LinkButton>
        <LinkButton to={pathTo('subscribe')}>Choose a plan</LinkButton>
        <ClassesLink />
      </>
    }
  >
    <SupportLine />
  </Outcome>
);
