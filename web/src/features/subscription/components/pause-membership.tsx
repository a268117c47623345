import { formatCents } from '@lectern/contracts/money';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import summary from '../../../components/checkout/summary.module.css';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { SegmentedField } from '../../../components/ui/segmented-field.tsx';
import { formatLongDate } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { pause, pauseOfferQuery } from '../api/pause.ts';
import { Line } from './dialog-line.tsx';
import { QuoteFailure } from './quote-failure.tsx';

type Months = '1' | '2' | '3';

const MONTHS: readonly { value: Months; label: string }[] = [
  { value: '1', label: '1 month' },
  { value: '2', label: '2 months' },
  { value: '3', label: '3 months' },
];

/** Pauses a monthly membership. A dialog shows first when access ends and when it is charged again. */
export const PauseMembership = () => {
  const [isAsking, setAsking] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [months, setMonths] = useState<Months>('1');
  const client = useQueryClient();
  const offer = useQuery({ ...pauseOfferQuery(attempt), enabled: isAsking });
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: pause,
    onSuccess: ({ message }) => {
      setAsking(false);
      toast({ title: 'Pause set', description: message });
      return client.invalidateQueries({ queryKey: ['member', 'subscription'] });
    },
    // Another tab may have paused or cancelled it. The page then shows it.
    onError: () => void client.invalidateQueries({ queryKey: ['member', 'subscription'] }),
  });
  const open = () => {
    reset();
    setAttempt(attempt + 1);
    setAsking(true);
  };
  const close = () => {
    if (!isPending) setAsking(false);
  };
  const known = offer.isError ? undefined : offer.data;
  const choice = known?.choices.find((each) => String(each.months) === months);

  return (
    <>
      <Button onClick={open}>Pause Membership</Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title="Pause your membership?"
        footer={
          <>
            <Button onClick={close} disabled={isPending}>
              Keep Membership
            </Button>
            <Button
              variant="primary"
              disabled={choice === undefined}
              busy={isPending}
              busyLabel="Pausing..."
              onClick={() => mutate(Number(months))}
            >
              Pause for {MONTHS.find(({ value }) => value === months)?.label}
            </Button>
          </>
        }
      >
        {!offer.isError && (
          <>
            <SegmentedField
              label="Pause for"
              segments={MONTHS}
              value={months}
              onChange={({ target }) => setMonths(MONTHS.find(({ value }) => value === target.value)?.value ?? months)}
            />
            <dl className={summary['lines']} aria-busy={known === undefined}>
              <Line name="Access until">{known && formatLongDate(known.from)}</Line>
              <Line name="Charged during the pause">{known && formatCents(0)}</Line>
              <Line name="Next charge" isTotal>
                {known && choice && `${formatLongDate(choice.until)}, ${formatCents(choice.amount ?? known.price)}`}
              </Line>
            </dl>
            <p>
              During the pause you have no member access. Your credit stays, and your membership goes on by itself when
              the pause is over. You can end the pause earlier, or cancel, on this page.
            </p>
          </>
        )}
        <QuoteFailure
          error={error}
          quote={offer}
          fallback="The connection failed. Reload the page to see whether your membership is paused."
        />
      </Dialog>
    </>
  );
};
