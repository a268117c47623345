import { type CancellationOffer, DISCOUNT_MONTHS } from '@lectern/contracts/billing/cancellation-offer';
import { formatCents } from '@lectern/contracts/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import summary from '../../../components/checkout/summary.module.css';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { SegmentedField } from '../../../components/ui/segmented-field.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { acceptOffer } from '../api/cancellation-offer.ts';
import { Line } from './dialog-line.tsx';

interface Props {
  offer: CancellationOffer;
  isCancelling: boolean;
  onDecline: () => void;
  onClose: () => void;
}

/** The one offer before a cancellation. Declining cancels, without another question. */
export const OfferBeforeCancel = ({ offer, isCancelling, onDecline, onClose }: Props) => {
  const [months, setMonths] = useState('1');
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: acceptOffer,
    onSuccess: ({ message }) => {
      onClose();
      toast({ title: offer.kind === 'pause' ? 'Pause set' : 'Discount set', description: message });
    },
    // Also after an error: it may have arrived all the same.
    onSettled: () => client.invalidateQueries({ queryKey: ['member', 'subscription'] }),
  });
  const isBusy = isPending || isCancelling;
  const choice =
    offer.kind === 'pause' ? offer.pause.choices.find((each) => String(each.months) === months) : undefined;
  return (
    <Dialog
      open
      onClose={() => !isBusy && onClose()}
      title={offer.kind === 'pause' ? 'Would a pause help?' : `Stay for ${offer.percent}% less?`}
      footer={
        <>
          <Button
            variant="danger"
            onClick={onDecline}
            disabled={isPending}
            busy={isCancelling}
            busyLabel="Cancelling..."
          >
            No, Cancel Subscription
          </Button>
          <Button
            variant="primary"
            disabled={isCancelling}
            busy={isPending}
            busyLabel="Saving..."
            onClick={() => mutate({ id: offer.id, ...(offer.kind === 'pause' && { months: Number(months) }) })}
          >
            {offer.kind === 'pause' ? 'Pause Instead' : 'Stay With the Discount'}
          </Button>
        </>
      }
    >
      {offer.kind === 'pause' ? (
        <>
          <p>Instead of cancelling, you can pause. Your membership then goes on by itself.</p>
          <SegmentedField
            label="Pause for"
            segments={offer.pause.choices.map((each) => ({
              value: String(each.months),
              label: each.months === 1 ? '1 month' : `${each.months} months`,
            }))}
            value={months}
            onChange={({ target }) => setMonths(target.value)}
          />
          <dl className={summary['lines']}>
            <Line name="Access until">{formatLongDate(offer.pause.from)}</Line>
            <Line name="Charged during the pause">{formatCents(0)}</Line>
            <Line name="Next charge" isTotal>
              {choice && `${formatLongDate(choice.until)}, ${formatCents(offer.pause.price)}`}
            </Line>
          </dl>
        </>
      ) : (
        <>
          <p>
            Instead of cancelling, you can stay and pay less for {DISCOUNT_MONTHS} months. After that, you pay the full
            price again. You can cancel at any time.
          </p>
          <dl className={summary['lines']}>
            <Line name="Price per month">{formatCents(offer.price)}</Line>
            <Line name={`Each charge until ${formatLongDate(offer.until)}`} isTotal>
              {formatCents(offer.discountedPrice)}
            </Line>
          </dl>
        </>
      )}
      {error !== null && (
        <Notice tone="stop" role="alert">
          <p>{messageOr(error, 'The connection failed. Reload the page to see whether the offer was accepted.')}</p>
        </Notice>
      )}
    </Dialog>
  );
};
