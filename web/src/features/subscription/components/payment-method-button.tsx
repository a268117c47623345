import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { usePageRestored } from '../../../lib/use-page-restored.ts';
import { openPaymentMethod } from '../api/update-payment-method.ts';

const explain = (error: unknown) =>
  error instanceof ApiError
    ? messageOr(error, 'Failed to redirect to payment method update')
    : 'Unable to update payment method. Please try again.';

/** Opens the payment provider's page to change the card. `isUrgent` makes it the page's main action. */
export const PaymentMethodButton = ({ isUrgent = false }: { isUrgent?: boolean }) => {
  const { mutate, reset, isPending, isSuccess } = useMutation({
    mutationFn: openPaymentMethod,
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => toast({ title: 'Error', description: explain(error), variant: 'destructive' }),
  });
  usePageRestored(useCallback(() => reset(), [reset]));
  return (
    <Button
      variant={isUrgent ? 'primary' : 'secondary'}
      onClick={() => mutate()}
      busy={isPending || isSuccess}
      busyLabel="Redirecting..."
    >
      Update Payment Method
    </Button>
  );
};
