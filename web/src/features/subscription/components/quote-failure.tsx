import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { ApiError, hasStatus, messageOr } from '../../../lib/api-error.ts';
import { PaymentMethodButton } from './payment-method-button.tsx';

interface Props {
  /** Of the change itself; null while it has not failed. */
  error: Error | null;
  /** Asked for before the change. A refusal is not asked for again. */
  quote: Pick<UseQueryResult, 'error' | 'isError' | 'isFetching' | 'refetch'>;
  fallback: string;
}

/** Why a change of the membership, or its quote, failed, and what can be done; renders nothing where neither did. */
export const QuoteFailure = ({ error, quote, fallback }: Props) => {
  const failure = error ?? quote.error;
  if (failure === null) return null;
  return (
    <Notice tone="stop" role="alert">
      <p>{messageOr(failure, fallback)}</p>
      {failure instanceof ApiError && failure.code === 'card_declined' && <PaymentMethodButton />}
      {quote.isError && !hasStatus(quote.error, 409) && (
        <Button size="small" busy={quote.isFetching} busyLabel="Trying again..." onClick={() => void quote.refetch()}>
          Try again
        </Button>
      )}
    </Notice>
  );
};
