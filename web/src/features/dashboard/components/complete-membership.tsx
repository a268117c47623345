import type { Plan } from '@lectern/contracts/fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useId, useState, type FormEvent } from 'react';
import { PlanChoice } from '../../../components/membership/plan-choice.tsx';
import { ConfirmEmailHint } from '../../../components/subscription/confirm-email-hint.tsx';
import { subscriptionQuery } from '../../../components/subscription/get-subscription.ts';
import type { InactiveReason } from '../../../components/subscription/payment-due.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';
import { parsePlan, PLANS } from '../../../config/plans.ts';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { useMember } from '../../../lib/member-context.ts';
import { toast } from '../../../lib/toast-store.ts';
import { usePageRestored } from '../../../lib/use-page-restored.ts';
import { openCheckout } from '../api/resume-checkout.ts';
import styles from './complete-membership.module.css';

/** States of a membership in which no plan is to be chosen. */
const WAITING: Partial<Record<InactiveReason, { title: string; text: string; choice: string }>> = {
  payment_processing: {
    title: 'Your bank is processing your payment',
    text: 'This can take a few days. Your membership begins when the money arrives, and we email you then.',
    choice: 'You can cancel this payment there, and pay another way.',
  },
  paused: {
    title: 'Your membership is paused',
    text: 'Nothing is charged during the pause, and member access is closed. It opens again by itself when the pause is over.',
    choice: 'You can see there until when it is paused, and resume it now.',
  },
};

/** For a member without a running membership: choose a plan, and on to the payment page. */
export const CompleteMembership = ({ reason }: { reason: InactiveReason | null }) => {
  const titleId = useId();
  const { user, refresh } = useMember();
  const client = useQueryClient();
  const [plan, setPlan] = useState<Plan>('monthly');
  const checkout = useMutation({
    mutationFn: openCheckout,
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => {
      toast({
        title: 'Subscription error',
        description: messageOr(error, 'Unable to start subscription process. Please try again.'),
        variant: 'destructive',
      });
      // The member may have paid in another tab. The dashboard then shows it.
      if (error instanceof ApiError && error.code === 'membership_exists') refresh();
      // The payment has failed or is processing. The dashboard then says so.
      if (error instanceof ApiError && (error.code === 'payment_due' || error.code === 'payment_processing'))
        void client.invalidateQueries(subscriptionQuery);
    },
  });
  const { reset } = checkout;
  usePageRestored(useCallback(() => reset(), [reset]));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    checkout.mutate(plan);
  };

  const waiting = reason === null ? undefined : WAITING[reason];
  if (waiting !== undefined)
    return (
      <section className={styles['panel']} aria-labelledby={titleId}>
        <Stack gap={3}>
          <h2 id={titleId}>{waiting.title}</h2>
          <p>{waiting.text}</p>
        </Stack>
        <Stack gap={4}>
          <LinkButton to={pathTo('accountSubscription')} size="large">
            See your subscription
          </LinkButton>
          <p className={styles['small']}>{waiting.choice}</p>
        </Stack>
      </section>
    );

  const hasEnded = reason === 'ended';
  const { error } = checkout;
  return (
    <section className={styles['panel']} aria-labelledby={titleId}>
      <Stack gap={3}>
        <h2 id={titleId}>{hasEnded ? 'Your membership has ended' : 'Complete your membership'}</h2>
        <p>
          {hasEnded &&
            'You can join again whenever you like: choose a plan and continue to payment. Your account and your payments are still here.'}
          {/* Another person may have paid for an email that is not confirmed. */}
          {!hasEnded &&
            `Your account is ready${user.isEmailVerified ? '; only the payment is missing. Then' : '. Once you have paid,'} the sessions, the recordings and the resources open to you immediately.`}
        </p>
        <ConfirmEmailHint />
      </Stack>
      <Stack as="form" gap={4} onSubmit={submit} aria-label={hasEnded ? 'Join again' : 'Complete your membership'}>
        {error instanceof ApiError && error.code === 'membership_exists' && (
          <Notice tone="wait" role="status">
            <p>{error.message}</p>
          </Notice>
        )}
        <PlanChoice value={plan} onChange={(event) => setPlan(parsePlan(event.target.value))} />
        <Button
          type="submit"
          variant="primary"
          size="large"
          busy={checkout.isPending || checkout.isSuccess}
          busyLabel={checkout.isSuccess ? 'Opening the payment page...' : 'Processing...'}
        >
          Continue to payment
        </Button>
        <p className={styles['small']}>{PLANS[plan].assurance}</p>
      </Stack>
    </section>
  );
};
