import type { CreditEntry } from '@lectern/contracts/billing/credit';
import { formatCents } from '@lectern/contracts/money';
import { useQuery } from '@tanstack/react-query';
import { CREDIT_KINDS, signedDollars } from '../../../components/subscription/credit-kinds.ts';
import { creditQuery } from '../../../components/subscription/get-credit.ts';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { formatLongDate } from '../../../lib/format.ts';
import styles from './payment-history.module.css';

const Row = ({ entry: { kind, at, amount } }: { entry: CreditEntry }) => (
  <li className={styles['entry']}>
    <div className={styles['what']}>
      <span>{CREDIT_KINDS[kind]}</span>
      <span className={styles['date']}>{formatLongDate(at)}</span>
    </div>
    <span className={styles['amount']}>{signedDollars(amount, formatCents)}</span>
  </li>
);

/** The credit of a member, with all that made it up; nothing for a member that never had any. At the end, so that nothing moves for it. */
export const CreditHistory = () => {
  const { data, isError, isFetching, refetch } = useQuery(creditQuery);
  if (isError)
    return (
      <Card title="Credit">
        <ErrorState title="Your credit could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    );
  if (data === undefined || data.entries.length === 0) return null;
  const { balance, nextCharge, entries } = data;
  return (
    <Card title="Credit">
      <p>
        {balance < 0
          ? `${formatCents(-balance)} are open. Your next payment includes them.`
          : balance === 0
            ? 'All of your credit is used.'
            : nextCharge === null
              ? `You have ${formatCents(balance)} of credit. It is used for your next payment for a membership.`
              : `You have ${formatCents(balance)} of credit. Your next payment, on ${formatLongDate(nextCharge.at)}, is ${formatCents(nextCharge.amount)} with it.`}
      </p>
      <ul className={styles['list']}>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </ul>
    </Card>
  );
};
