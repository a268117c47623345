import { CANCELLATION_COMMENT_MAX, type CancellationReason } from '@lectern/contracts/billing/cancellation';
import type { CancellationOffer } from '@lectern/contracts/billing/cancellation-offer';
import type { SubscriptionDetails } from '@lectern/contracts/billing/model';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meetingPlacesQuery } from '../../../components/meeting-places/get-meeting-places.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Consequences, Lost } from '../../../components/ui/consequences.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { askForOffer, type Reason } from '../api/cancellation-offer.ts';
import { endWithPeriod } from '../api/change-renewal.ts';
import { subscriptionQuery } from '../../../components/subscription/get-subscription.ts';
import { OfferBeforeCancel } from './offer-before-cancel.tsx';

/** The benefits that end with the membership (specification, section 2). */
const LOST = [
  'Weekly live debate sessions',
  'Member resources and session recordings',
  'The Discord community',
  'Member discounts on tournaments',
] as const;

const REASONS: readonly { value: CancellationReason | ''; label: string }[] = [
  { value: '', label: 'I would rather not say' },
  { value: 'too_expensive', label: 'It is too expensive' },
  { value: 'no_time', label: 'I have no time for it' },
  { value: 'times', label: 'The sessions are at times that do not suit me' },
  { value: 'not_expected', label: 'It is not what I expected' },
  { value: 'break', label: 'I need a break' },
  { value: 'other', label: 'Another reason' },
];

const explain = (error: unknown) =>
  error instanceof ApiError
    ? { title: 'Cancellation failed', description: messageOr(error, 'Failed to cancel subscription') }
    : { title: 'Cancellation error', description: 'Unable to cancel subscription. Please contact support.' };

/** Cancels the membership at the end of its period, or immediately where a payment is open or processing. A dialog first says what is lost; one offer may follow. */
export const CancelSubscription = ({ subscription }: { subscription: SubscriptionDetails }) => {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState<CancellationReason | ''>('');
  const [comment, setComment] = useState('');
  const client = useQueryClient();
  const { data: places } = useQuery(meetingPlacesQuery);
  const end = subscription.current_period_end;
  const isPastDue = subscription.status === 'past_due';
  const isPendingPayment = subscription.status === 'pending';
  const isPaused = subscription.status === 'paused';
  const [offer, setOffer] = useState<CancellationOffer | null>(null);
  const given: Reason = { ...(reason !== '' && { reason }), ...(comment.trim() !== '' && { comment }) };
  // Without an answer there is no offer: nothing stands between a member and the cancellation.
  const asked = useMutation({
    mutationFn: askForOffer,
    onSuccess: (made) => {
      if (made === null) return mutate(given);
      setAsking(false);
      setOffer(made);
    },
    onError: () => mutate(given),
  });
  const { mutate, isPending: isCancelling } = useMutation({
    mutationFn: endWithPeriod,
    onSuccess: ({ message }) => {
      setAsking(false);
      setOffer(null);
      if (isPastDue || isPendingPayment || isPaused) {
        toast({ title: 'Subscription cancelled', description: message });
        return client.invalidateQueries({ queryKey: subscriptionQuery.queryKey });
      }
      const cancelled: SubscriptionDetails = {
        ...subscription,
        status: 'cancelled',
        cancel_at_period_end: true,
        access_until: end,
        pause: null,
      };
      client.setQueryData(subscriptionQuery.queryKey, () => cancelled);
      toast({ title: 'Subscription cancelled', description: `You have access until ${formatLongDate(end)}.` });
    },
    onError: (error) => {
      toast({ ...explain(error), variant: 'destructive' });
      // It may have ended in another tab. The page then shows it.
      if (error instanceof ApiError) void client.invalidateQueries({ queryKey: subscriptionQuery.queryKey });
    },
  });
  const isPending = isCancelling || asked.isPending;
  const canHaveOffer = subscription.status === 'active' && subscription.interval === 'month';
  const close = () => {
    if (!isPending) setAsking(false);
  };

  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Cancel Subscription
      </Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title="Cancel your subscription?"
        footer={
          <>
            <Button onClick={close} disabled={isPending}>
              Keep Subscription
            </Button>
            <Button
              variant="danger"
              onClick={() => (canHaveOffer ? asked.mutate(given) : mutate(given))}
              busy={isPending}
              busyLabel="Cancelling..."
            >
              Cancel Subscription
            </Button>
          </>
        }
      >
        {isPendingPayment || isPaused ? null : (
          <>
            <p>You will lose:</p>
            <Consequences>
              {LOST.filter((item) => item !== 'The Discord community' || places?.hasCommunity !== false).map((item) => (
                <Lost key={item}>{item}</Lost>
              ))}
            </Consequences>
          </>
        )}
        {isPendingPayment ? (
          <p>
            Your bank is still processing the payment, so your membership <strong>does not begin</strong>. If the money
            arrives all the same, we refund it. You can then join again and pay another way.
          </p>
        ) : isPaused ? (
          <p>
            Your membership is paused, so it <strong>ends immediately</strong>. Nothing more will be charged. You can
            join again whenever you like.
          </p>
        ) : isPastDue ? (
          <p>
            A payment is open, so your membership and your access <strong>end immediately</strong>. The open payment is
            not collected, and nothing more will be charged.
          </p>
        ) : (
          <p>
            Your access continues until the end of the period that you have paid for:{' '}
            <strong>{formatLongDate(end)}</strong>. You can change your mind until then.
            {subscription.pause != null && ' The pause that you have set is dropped.'}
          </p>
        )}
        <SelectField
          label="Why do you cancel? (optional)"
          options={REASONS}
          value={reason}
          onChange={({ target }) => setReason(REASONS.find(({ value }) => value === target.value)?.value ?? '')}
        />
        {reason !== '' && (
          <TextareaField
            label="Tell us more (optional)"
            rows={3}
            maxLength={CANCELLATION_COMMENT_MAX}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
        )}
      </Dialog>
      {offer !== null && (
        <OfferBeforeCancel
          offer={offer}
          isCancelling={isCancelling}
          onDecline={() => mutate(given)}
          onClose={() => setOffer(null)}
        />
      )}
    </>
  );
};
