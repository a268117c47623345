import type { SubscriptionDetails } from '@lectern/contracts/billing/model';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/ui/badge.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState, Notice } from '../../../components/ui/states.tsx';
import { association } from '../../../config/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { subscriptionQuery } from '../api/get-subscription.ts';
import { intervalName, subscriptionLabel } from '../labels.ts';
import { formatCents } from '@lectern/contracts/money';
import styles from './current-subscription.module.css';
import { PaymentMethodButton } from './payment-method-button.tsx';

const Details = ({ subscription }: { subscription: SubscriptionDetails }) => {
  const { status, interval, amount, current_period_end: periodEnd, created } = subscription;
  const label = subscriptionLabel(status);
  const ends = subscription.cancel_at_period_end;
  return (
    <Card title="Current Subscription" side="aff" aside={<Badge tone={label.tone}>{label.text}</Badge>}>
      <div>
        <p className={styles['name']}>{association.name} Debate Club Membership</p>
        <p className={styles['billing']}>{intervalName(interval)} billing</p>
      </div>
      {ends && (
        <Notice tone="wait">
          <p>Your membership was cancelled. You have access until {formatLongDate(periodEnd)}.</p>
        </Notice>
      )}
      {status === 'past_due' && (
        <Notice tone="stop">
          <p>The last payment did not go through. Update your payment method to keep your access.</p>
        </Notice>
      )}
      <dl className={styles['facts']}>
        <div>
          <dt>Amount</dt>
          <dd>
            {formatCents(amount)} / {interval === 'month' ? 'month' : 'year'}
          </dd>
        </div>
        <div>
          <dt>{ends ? 'Access Until' : 'Next Billing Date'}</dt>
          <dd>{formatLongDate(periodEnd)}</dd>
        </div>
        <div>
          <dt>Member Since</dt>
          <dd>{created ? formatLongDate(created) : 'N/A'}</dd>
        </div>
      </dl>
      <div className={styles['actions']}>
        <PaymentMethodButton />
      </div>
    </Card>
  );
};

export const CurrentSubscription = () => {
  const { data, isPending, isError, isFetching, refetch } = useQuery(subscriptionQuery);
  if (isPending)
    return (
      <Card title="Current Subscription" side="aff">
        <Skeleton lines={6} label="Loading your subscription" />
      </Card>
    );
  if (isError)
    return (
      <Card title="Current Subscription" side="aff">
        <ErrorState title="Unable to load subscription information." onRetry={() => void refetch()} retrying={isFetching}>
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
          You have no membership at the moment. Join to get the weekly sessions, the recordings and the community.
        </EmptyState>
      </Card>
    );
  return <Details subscription={data} />;
};
