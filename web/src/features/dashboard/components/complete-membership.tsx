import type { Plan } from '@lectern/contracts/fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useId, useState, type FormEvent } from 'react';
import { PlanChoice } from '../../../components/membership/plan-choice.tsx';
import { subscriptionQuery } from '../../../components/subscription/get-subscription.ts';
import { Button } from '../../../components/ui/button.tsx';
import { parsePlan, PLANS } from '../../../config/plans.ts';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { useMember } from '../../../lib/member-context.ts';
import { toast } from '../../../lib/toast-store.ts';
import { usePageRestored } from '../../../lib/use-page-restored.ts';
import { openCheckout } from '../api/resume-checkout.ts';
import styles from './complete-membership.module.css';

/** For a member without a running membership: choose a plan, and on to the payment page. */
export const CompleteMembership = () => {
  const titleId = useId();
  const { refresh } = useMember();
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
      // Paid meanwhile, perhaps in another tab: the dashboard then shows it.
      if (error instanceof ApiError && error.code === 'membership_exists') refresh();
      // Its payment has failed meanwhile: the dashboard then says so.
      if (error instanceof ApiError && error.code === 'payment_due') void client.invalidateQueries(subscriptionQuery);
    },
  });
  const { reset } = checkout;
  usePageRestored(useCallback(() => reset(), [reset]));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    checkout.mutate(plan);
  };

  return (
    <section className={styles['panel']} aria-labelledby={titleId}>
      <div className={styles['words']}>
        <h2 id={titleId}>Complete your membership</h2>
        <p>Your account is ready; only the payment is missing. Then the sessions, the recordings and the community open to you at once.</p>
      </div>
      <form className={styles['form']} onSubmit={submit} aria-label="Complete your membership">
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
      </form>
    </section>
  );
};
