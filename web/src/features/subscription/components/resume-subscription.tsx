import type { SubscriptionDetails } from '@lectern/contracts/billing/model';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { goOn } from '../api/change-renewal.ts';
import { subscriptionQuery } from '../../../components/subscription/get-subscription.ts';

/** Withdraws a cancellation before the period ends. */
export const ResumeSubscription = ({ subscription }: { subscription: SubscriptionDetails }) => {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: goOn,
    onSuccess: () => {
      const resumed: SubscriptionDetails = {
        ...subscription,
        status: 'active',
        cancel_at_period_end: false,
        access_until: null,
      };
      client.setQueryData(subscriptionQuery.queryKey, () => resumed);
      toast({
        title: 'Subscription resumed',
        description: `Your membership continues. It renews on ${formatLongDate(subscription.current_period_end)}.`,
      });
    },
    onError: (error) => {
      toast({
        title: 'Resuming failed',
        description: messageOr(error, 'Unable to resume subscription. Please try again.'),
        variant: 'destructive',
      });
      // The membership has ended. The page then shows it.
      if (error instanceof ApiError) void client.invalidateQueries({ queryKey: subscriptionQuery.queryKey });
    },
  });
  return (
    <Button variant="primary" onClick={() => mutate()} busy={isPending} busyLabel="Resuming...">
      Resume Subscription
    </Button>
  );
};
