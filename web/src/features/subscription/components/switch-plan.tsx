import type { SubscriptionDetails } from '@lectern/contracts/billing/model';
import type { PlanSwitchQuote } from '@lectern/contracts/billing/plan-switch';
import { formatCents } from '@lectern/contracts/money';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import summary from '../../../components/checkout/summary.module.css';
import { Button } from '../../../components/ui/button.tsx';
import { Consequences, Kept, Lost } from '../../../components/ui/consequences.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { acceptQuote, switchQuoteQuery } from '../api/switch-plan.ts';
import { creditWords } from '../credit-words.ts';
import { Line } from './dialog-line.tsx';
import { QuoteFailure } from './quote-failure.tsx';

type Plan = PlanSwitchQuote['plan'];

const NAMES: Record<Plan, string> = { monthly: 'Monthly', annual: 'Annual' };

/** The benefits of the annual plan alone. */
const ANNUAL_BENEFITS = ['Free entries in tournaments', 'Exclusive workshops'] as const;

/** Switches between the monthly and the annual plan. A dialog shows first what is charged and credited. */
export const SwitchPlan = ({ subscription }: { subscription: SubscriptionDetails }) => {
  const plan: Plan = subscription.interval === 'month' ? 'annual' : 'monthly';
  const [isAsking, setAsking] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const client = useQueryClient();
  const quote = useQuery({ ...switchQuoteQuery(plan, attempt), enabled: isAsking });
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: acceptQuote,
    onSuccess: ({ message }) => {
      setAsking(false);
      toast({ title: 'Plan switched', description: message });
      return client.invalidateQueries({ queryKey: ['member'] });
    },
    onError: async (failure) => {
      // Another tab may have switched already, and a quote is accepted once: the next one may differ.
      if (failure instanceof ApiError) void client.invalidateQueries({ queryKey: ['member', 'subscription'] });
      await quote.refetch();
    },
  });
  const open = () => {
    reset();
    setAttempt(attempt + 1);
    setAsking(true);
  };
  const close = () => {
    if (!isPending) setAsking(false);
  };
  const known = quote.isError ? undefined : quote.data;

  return (
    <>
      <Button onClick={open}>Switch to {NAMES[plan]}</Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title={`Switch to the ${plan} plan?`}
        footer={
          <>
            <Button onClick={close} disabled={isPending}>
              Keep {NAMES[plan === 'annual' ? 'monthly' : 'annual']} Plan
            </Button>
            <Button
              variant="primary"
              disabled={known === undefined}
              busy={isPending}
              busyLabel="Switching..."
              onClick={() => known !== undefined && mutate(known)}
            >
              {known !== undefined && known.amountDue > 0
                ? `Pay ${formatCents(known.amountDue)} and Switch`
                : `Switch to ${NAMES[plan]}`}
            </Button>
          </>
        }
      >
        {!quote.isError && <Quote plan={plan} quote={known} />}
        <QuoteFailure
          error={error}
          quote={quote}
          fallback="The connection failed. Reload the page to see your plan: you are not charged twice."
        />
      </Dialog>
    </>
  );
};

const Quote = ({ plan, quote }: { plan: Plan; quote: PlanSwitchQuote | undefined }) => (
  <>
    <dl className={summary['lines']} aria-busy={quote === undefined}>
      <Line name={`${NAMES[plan]} plan`}>
        {quote && `${formatCents(quote.price)} / ${plan === 'annual' ? 'year' : 'month'}`}
      </Line>
      <Line name={`Unused rest of your ${plan === 'annual' ? 'month' : 'year'}`}>
        {quote && `−${formatCents(quote.credit)}`}
      </Line>
      {quote !== undefined && quote.balance !== 0 && (
        <Line name={quote.balance > 0 ? 'Your credit' : 'Open balance'}>
          {quote.balance > 0 ? `−${formatCents(quote.balance)}` : formatCents(-quote.balance)}
        </Line>
      )}
      <Line name="Charged now" isTotal>
        {quote && formatCents(quote.amountDue)}
      </Line>
      <Line name="Next billing date">
        {quote && `${formatLongDate(quote.nextChargeAt)}, ${formatCents(quote.nextCharge)}`}
      </Line>
    </dl>
    {quote !== undefined && quote.creditLeft > 0 && <p>{creditWords(quote)}</p>}
    <p>{plan === 'annual' ? 'The annual plan adds:' : 'You will lose:'}</p>
    <Consequences>
      {ANNUAL_BENEFITS.map((benefit) =>
        plan === 'annual' ? <Kept key={benefit}>{benefit}</Kept> : <Lost key={benefit}>{benefit}</Lost>,
      )}
    </Consequences>
    {plan === 'monthly' && (
      <p className={summary['small']}>
        Your seats in coming workshops are given back, and your free entries in coming tournaments have to be paid. We
        email you about each.
      </p>
    )}
  </>
);
