import { formatCents } from '@lectern/contracts/money';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import summary from '../../../components/checkout/summary.module.css';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { formatLongDate } from '../../../lib/format.ts';
import { useMember } from '../../../lib/member-context.ts';
import { toast } from '../../../lib/toast-store.ts';
import { acceptPauseEnd, pauseEndQuery } from '../api/pause.ts';
import { Line } from './dialog-line.tsx';
import { QuoteFailure } from './quote-failure.tsx';

/** Ends a pause before its time, or drops one that has not begun. A dialog shows first what is charged. */
export const EndPause = ({ hasBegun }: { hasBegun: boolean }) => {
  const [isAsking, setAsking] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const { refresh } = useMember();
  const client = useQueryClient();
  const quote = useQuery({ ...pauseEndQuery(attempt), enabled: isAsking });
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: acceptPauseEnd,
    onSuccess: ({ message }) => {
      setAsking(false);
      toast({ title: hasBegun ? 'Membership resumed' : 'Pause dropped', description: message });
      refresh();
      return client.invalidateQueries({ queryKey: ['member'] });
    },
    onError: async () => {
      // Another tab may have ended it, or its time has come.
      void client.invalidateQueries({ queryKey: ['member', 'subscription'] });
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
  const amount = known?.amountDue ?? 0;

  return (
    <>
      <Button variant="primary" onClick={open}>
        {hasBegun ? 'Resume Now' : 'Drop the Pause'}
      </Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title={hasBegun ? 'Resume your membership now?' : 'Drop the pause?'}
        footer={
          <>
            <Button onClick={close} disabled={isPending}>
              Keep the Pause
            </Button>
            <Button
              variant="primary"
              disabled={known === undefined}
              busy={isPending}
              busyLabel={hasBegun ? 'Resuming...' : 'Dropping...'}
              onClick={() => known !== undefined && mutate(known.amountDue)}
            >
              {amount > 0 ? `Pay ${formatCents(amount)} and Resume` : hasBegun ? 'Resume' : 'Drop the Pause'}
            </Button>
          </>
        }
      >
        {!quote.isError && (
          <>
            <dl className={summary['lines']} aria-busy={known === undefined}>
              {hasBegun && <Line name="A new month, from today">{known && formatCents(known.price)}</Line>}
              {known !== undefined && hasBegun && known.amountDue !== known.price && (
                <Line name="Credit and discounts">{`−${formatCents(known.price - known.amountDue)}`}</Line>
              )}
              <Line name="Charged now" isTotal>
                {known && formatCents(known.amountDue)}
              </Line>
              <Line name="Next billing date">
                {known && `${formatLongDate(known.nextChargeAt)}, ${formatCents(known.nextAmount ?? known.price)}`}
              </Line>
            </dl>
            <p>
              {hasBegun
                ? 'Your access opens again as soon as the payment succeeds.'
                : 'You keep your access, and your membership renews on that date as before.'}
            </p>
          </>
        )}
        <QuoteFailure
          error={error}
          quote={quote}
          fallback="The connection failed. Reload the page to see your membership: you are not charged twice."
        />
      </Dialog>
    </>
  );
};
