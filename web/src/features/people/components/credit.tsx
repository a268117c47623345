import type { CreditAccount, CreditChange, StaffCreditEntry } from '@lectern/contracts/billing/credit';
import { formatCents } from '@lectern/contracts/money';
import { useQuery } from '@tanstack/react-query';
import { May } from '../../../components/console/may.tsx';
import { ShortTime } from '../../../components/console/short-date.tsx';
import { CREDIT_KINDS, signedDollars } from '../../../components/subscription/credit-kinds.ts';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState, Notice } from '../../../components/ui/states.tsx';
import { type Column, Table } from '../../../components/ui/table.tsx';
import { formatDate } from '../../../lib/format.ts';
import { creditQuery } from '../api/credit.ts';
import { ChangeCredit } from './change-credit.tsx';
import styles from './person.module.css';

const COLUMNS: readonly Column<StaffCreditEntry>[] = [
  { key: 'date', header: 'Date', cell: ({ at }) => <ShortTime at={at} /> },
  { key: 'kind', header: 'Credit', cell: ({ kind }) => CREDIT_KINDS[kind] },
  {
    key: 'reason',
    header: 'Reason',
    breakable: true,
    cell: ({ reason, by }) => (reason === null ? '—' : by === null ? reason : `${reason} (${by})`),
  },
  { key: 'amount', header: 'Amount', align: 'end', cell: ({ amount }) => signedDollars(amount, formatCents) },
];

const balanceWords = ({ balance, nextCharge }: CreditAccount): string => {
  const has = balance < 0 ? `${formatCents(-balance)} are open` : `${formatCents(balance)} of credit`;
  return nextCharge === null
    ? `${has}. No membership is charged next.`
    : `${has}. Their next payment, on ${formatDate(nextCharge.at)}, is ${formatCents(nextCharge.amount)} with it.`;
};

const unmadeWords = ({ amount, status, refusal, askedAt }: CreditChange): string => {
  const what = `${amount > 0 ? 'Giving' : 'Withdrawing'} ${formatCents(Math.abs(amount))} of credit`;
  return status === 'asked'
    ? `${what} waits for Stripe, and is made as soon as Stripe answers.`
    : `${what} on ${formatDate(askedAt)} was refused. ${refusal ?? ''}`;
};

/** The credit of a person with an account, with all that made it up, as the payment provider has it. */
export const Credit = ({ userId }: { userId: string }) => {
  const { data, isError, error, isFetching, refetch } = useQuery(creditQuery(userId));
  return (
    <Stack as="section" gap={4} aria-labelledby="person-credit">
      <h2 id="person-credit" className={styles['section']}>
        Credit
      </h2>
      {isError ? (
        <ErrorState title="The credit could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorState>
      ) : data === undefined ? (
        <Skeleton lines={2} label="Loading the credit" />
      ) : (
        <>
          <p>{balanceWords(data)}</p>
          {data.unmade.map((change) => (
            <Notice key={change.id} tone={change.status === 'asked' ? 'wait' : 'stop'}>
              <p>{unmadeWords(change)}</p>
            </Notice>
          ))}
          <May permission="payments:refund">
            <Actions>
              <ChangeCredit userId={userId} account={data} act="give" />
              {data.balance > 0 && <ChangeCredit userId={userId} account={data} act="withdraw" />}
            </Actions>
          </May>
          {data.entries.length > 0 && (
            <Table caption="Credit" columns={COLUMNS} rows={data.entries} rowKey={({ id }) => id} />
          )}
        </>
      )}
    </Stack>
  );
};
