import type { SubscriptionDetails } from '@lectern/contracts/billing/model';
import { cardMonth } from '@lectern/contracts/card-month';
import { formatCents } from '@lectern/contracts/money';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/ui/badge.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { SkeletonWords } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState, Notice } from '../../../components/ui/states.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { isActive, useMember } from '../../../lib/member-context.ts';
import { ConfirmEmailHint } from '../../../components/subscription/confirm-email-hint.tsx';
import { creditQuery } from '../../../components/subscription/get-credit.ts';
import { subscriptionQuery } from '../../../components/subscription/get-subscription.ts';
import { chargeWords } from '../credit-words.ts';
import { intervalName, subscriptionLabel } from '../labels.ts';
import { stateOf, type MembershipState } from '../state.ts';
import { CancelSubscription } from './cancel-subscription.tsx';
import styles from './current-subscription.module.css';
import { EndPause } from './end-pause.tsx';
import { PauseMembership } from './pause-membership.tsx';
import { PaymentMethodButton } from './payment-method-button.tsx';
import { ResumeSubscription } from './resume-subscription.tsx';
import { SwitchPlan } from './switch-plan.tsx';

/** The problem of a membership and its solution; renders nothing where there is none. */
const StateNotice = ({ state }: { state: MembershipState }) => {
  switch (state.kind) {
    case 'runs-out':
      return (
        <Notice tone="wait">
          <p>
            <strong>Access until {formatLongDate(state.accessUntil)}.</strong> Your subscription is cancelled and will
            not renew. Nothing more is charged.
          </p>
        </Notice>
      );
    case 'pausing':
      return (
        <Notice tone="wait">
          <p>
            <strong>Your membership pauses on {formatLongDate(state.from)}.</strong> You keep your access until then. It
            goes on by itself with the next charge, on {formatLongDate(state.until)}.
          </p>
        </Notice>
      );
    case 'paused':
      return (
        <Notice tone="wait">
          <p>
            <strong>Your membership is paused until {formatLongDate(state.until)}.</strong> Nothing is charged and you
            have no member access until then. It goes on by itself, or earlier when you resume it.
          </p>
        </Notice>
      );
    case 'past-due':
      return (
        <Notice tone="stop">
          <p>
            <strong>Your last payment did not go through.</strong> You keep your access until{' '}
            {formatLongDate(state.accessUntil)}. Update your payment method now; we then try again immediately.
          </p>
        </Notice>
      );
    case 'closed':
      return (
        <Notice tone="stop">
          <p>
            <strong>Your last payment did not go through, and your access has ended.</strong> Update your payment
            method: your membership opens again as soon as the payment succeeds.
          </p>
        </Notice>
      );
    case 'pending':
      return (
        <Notice tone="wait">
          <p>
            <strong>Your bank is still processing your payment.</strong> This can take a few days. Your membership
            begins when the money arrives, and we email you then.
          </p>
        </Notice>
      );
    case 'ended':
      return (
        <Notice>
          <p>
            <strong>This membership has ended.</strong> You can join again whenever you like; your account and your
            payments are still here.
          </p>
        </Notice>
      );
    case 'renews':
      return null;
  }
};

/** The most likely action first, in the strong color; cancelling last. */
const NextSteps = ({ subscription, state }: { subscription: SubscriptionDetails; state: MembershipState }) => (
  <Actions>
    {state.kind === 'runs-out' && <ResumeSubscription subscription={subscription} />}
    {(state.kind === 'pausing' || state.kind === 'paused') && <EndPause hasBegun={state.kind === 'paused'} />}
    {state.kind === 'ended' ? (
      <LinkButton to={pathTo('dashboard')} variant="primary">
        Join Again
      </LinkButton>
    ) : state.kind === 'pending' ? null : (
      <PaymentMethodButton isUrgent={state.kind === 'past-due' || state.kind === 'closed'} />
    )}
    {state.kind === 'renews' && subscription.status === 'active' && <SwitchPlan subscription={subscription} />}
    {state.kind === 'renews' && subscription.status === 'active' && subscription.interval === 'month' && (
      <PauseMembership />
    )}
    {['active', 'past_due', 'pending', 'paused'].includes(subscription.status) && (
      <CancelSubscription subscription={subscription} />
    )}
  </Actions>
);

/** The label of the date at the end of the period. */
const PERIOD_END: Record<MembershipState['kind'], string> = {
  renews: 'Next Billing Date',
  pausing: 'Next Billing Date',
  paused: 'Next Billing Date',
  pending: 'Next Billing Date',
  'runs-out': 'Access Until',
  'past-due': 'Next Billing Date',
  closed: 'Next Billing Date',
  ended: 'Period End',
};

const Details = ({ subscription }: { subscription: SubscriptionDetails }) => {
  const association = useAssociation();
  const { user } = useMember();
  const {
    status,
    interval,
    amount,
    current_period_end: periodEnd,
    created,
    ended_at: endedAt,
    card,
    discount,
  } = subscription;
  const next = useQuery(creditQuery).data?.nextCharge;
  const label = subscriptionLabel(status);
  const state = stateOf(subscription, isActive(user));
  // A refund ends a membership before its period does.
  const [dateName, date] =
    state.kind === 'ended' && endedAt != null
      ? ['Ended', endedAt]
      : [PERIOD_END[state.kind], state.kind === 'pausing' || state.kind === 'paused' ? state.until : periodEnd];
  return (
    <Card title="Current Subscription" side="aff" aside={<Badge tone={label.tone}>{label.text}</Badge>}>
      <div>
        <p className={styles['name']}>{association.name} Debate Club Membership</p>
        <p className={styles['billing']}>{intervalName(interval)} billing</p>
      </div>
      <StateNotice state={state} />
      <dl className={styles['details']}>
        <div>
          <dt>Amount</dt>
          <dd>
            {formatCents(amount)} / {interval === 'month' ? 'month' : 'year'}
          </dd>
        </div>
        {discount != null && (
          <div>
            <dt>Discount</dt>
            <dd>
              {discount.percent}% off until {formatLongDate(discount.until)}
            </dd>
          </div>
        )}
        {/* The period has not begun while the bank processes the first payment. */}
        {state.kind !== 'pending' && (
          <>
            <div>
              <dt>{dateName}</dt>
              <dd>{formatLongDate(date)}</dd>
            </div>
            {next != null && next.amount !== amount && (
              <div>
                <dt>Next Charge</dt>
                <dd>{chargeWords(next)}</dd>
              </div>
            )}
            <div>
              <dt>Member Since</dt>
              <dd>{created ? formatLongDate(created) : 'N/A'}</dd>
            </div>
            {state.kind !== 'ended' && (
              <div>
                <dt>{card == null ? 'Card' : `Card Ending in ${card.last4}`}</dt>
                <dd>{card == null ? 'No card' : `Expires ${cardMonth(card)}`}</dd>
              </div>
            )}
          </>
        )}
      </dl>
      <NextSteps subscription={subscription} state={state} />
    </Card>
  );
};

/** Has the layout of an active subscription, so that nothing moves when it loads. */
const Loading = () => {
  const association = useAssociation();
  return (
    <Stack gap={4} role="status" aria-label="Loading your subscription">
      <div>
        <p className={styles['name']}>
          <span className={styles['awaited']}>{association.name} Debate Club Membership</span>
        </p>
        <p className={styles['billing']}>
          <SkeletonWords label="" />
        </p>
      </div>
      <dl className={styles['details']}>
        {['Amount', PERIOD_END.renews, 'Member Since', 'Card'].map((detail) => (
          <div key={detail}>
            <dt>{detail}</dt>
            <dd>
              <SkeletonWords label="" />
            </dd>
          </div>
        ))}
      </dl>
      <Actions aria-hidden="true">
        <span className={styles['ghost']} />
        <span className={styles['ghost']} />
        <span className={styles['ghost']} />
        <span className={styles['ghost']} />
      </Actions>
    </Stack>
  );
};

export const CurrentSubscription = () => {
  const { data, isPending, isError, isFetching, refetch } = useQuery(subscriptionQuery);
  // With it, so that the line of the next charge does not come later.
  const { isPending: isCreditPending } = useQuery(creditQuery);
  if (isPending || isCreditPending)
    return (
      <Card title="Current Subscription" side="aff">
        <Loading />
      </Card>
    );
  if (isError)
    return (
      <Card title="Current Subscription" side="aff">
        <ErrorState
          title="Unable to load subscription information."
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          Nothing was changed. Check your connection, then try again.
        </ErrorState>
      </Card>
    );
  if (data === null)
    return (
      <Card title="Current Subscription" side="aff">
        <EmptyState
          title="No Active Subscription"
          actions={
            <LinkButton to={pathTo('register')} variant="primary">
              Join the Debate Club
            </LinkButton>
          }
        >
          You have no membership at the moment. Join to get the weekly sessions and the recordings.
        </EmptyState>
        <ConfirmEmailHint />
      </Card>
    );
  return <Details subscription={data} />;
};
