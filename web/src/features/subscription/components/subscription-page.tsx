import { useQuery } from '@tanstack/react-query';
import { subscriptionQuery } from '../../../components/subscription/get-subscription.ts';
import { Stack } from '../../../components/ui/layout.tsx';
import { paymentsQuery } from '../api/list-payments.ts';
import { CurrentSubscription } from './current-subscription.tsx';
import { CreditHistory } from './credit-history.tsx';
import { NeedHelp } from './need-help.tsx';
import { PaymentHistory } from './payment-history.tsx';
import styles from './subscription-page.module.css';
import { useLoadingErrorToast } from './use-loading-error-toast.ts';

export const SubscriptionPage = () => {
  const subscription = useQuery(subscriptionQuery);
  const payments = useQuery(paymentsQuery);
  useLoadingErrorToast(subscription.isError || payments.isError);
  return (
    <div className={styles['columns']}>
      <Stack gap="cards">
        <CurrentSubscription />
        <PaymentHistory />
        <CreditHistory />
      </Stack>
      <NeedHelp />
    </div>
  );
};
