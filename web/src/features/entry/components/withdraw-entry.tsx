import { formatCents } from '@lectern/contracts/money';
import type { OwnEntry } from '@lectern/contracts/registrations/own-entry-model';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import summary from '../../../components/checkout/summary.module.css';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { ownEntryQuery, withdrawEntry } from '../api/own-entry.ts';
import { refundSentence } from '../refund-sentence.ts';

interface Props {
  readonly token: string;
  readonly entry: OwnEntry;
  readonly withdrawal: NonNullable<OwnEntry['withdrawal']>;
}

/** Withdraws an entry. A dialog shows the refund first; where another amount is due by then, it shows that one and asks again. */
export const WithdrawEntry = ({ token, entry, withdrawal }: Props) => {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const { queryKey } = ownEntryQuery(token);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: () => withdrawEntry({ token, refund: withdrawal.refund }),
    onSuccess: (withdrawn) => {
      client.setQueryData(queryKey, withdrawn);
      toast({ title: 'Entry withdrawn', description: 'We email you a confirmation.' });
    },
    // The refund is another one by now, or another tab withdrew it.
    onError: () => client.invalidateQueries({ queryKey }),
  });
  const open = () => {
    reset();
    // The amount on the page may be hours old.
    void client.invalidateQueries({ queryKey });
    setAsking(true);
  };
  const close = () => {
    if (!isPending) setAsking(false);
  };
  return (
    <>
      <Button onClick={open}>Withdraw Entry</Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title="Withdraw your entry?"
        footer={
          <>
            <Button onClick={close} disabled={isPending}>
              Keep Entry
            </Button>
            <Button variant="danger" busy={isPending} busyLabel="Withdrawing..." onClick={() => mutate()}>
              Withdraw
            </Button>
          </>
        }
      >
        <dl className={summary['lines']}>
          {entry.paid > 0 && <Line name="Paid">{formatCents(entry.paid)}</Line>}
          {entry.refunded > 0 && <Line name="Refunded before">{formatCents(entry.refunded)}</Line>}
          <Line name="Refund now" isTotal>
            {formatCents(withdrawal.refund)}
          </Line>
        </dl>
        <p>
          {entry.state === 'released'
            ? 'Your entry ends.'
            : entry.state === 'waiting'
              ? 'You leave the waitlist, and your entry ends.'
              : 'Your entry ends, and its place goes to somebody else.'}{' '}
          {refundSentence(entry, withdrawal, false)}
        </p>
        {error !== null && (
          <Notice tone="stop" role="alert">
            <p>{messageOr(error, 'The connection failed. Reload the page to see whether your entry is withdrawn.')}</p>
          </Notice>
        )}
      </Dialog>
    </>
  );
};

const Line = ({ name, isTotal = false, children }: { name: string; isTotal?: boolean; children: string }) => (
  <div className={isTotal ? `${summary['line']} ${summary['total']}` : summary['line']}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
