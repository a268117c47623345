import type { OfflinePayable } from '@lectern/contracts/billing/offline-payment';
import { offlinePaymentBody } from '@lectern/contracts/billing/offline-payment-http';
import { formatCents } from '@lectern/contracts/money';
import { dateIn } from '@lectern/contracts/zoned-time';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { RowAction } from '../../../components/console/data-table/data-column.ts';
import { ActForm } from '../../../components/console/act-form.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import {
  OFFLINE_FIELDS,
  OfflinePaymentFields,
  typedAmount,
} from '../../../components/console/offline-payment-fields.tsx';
import { centsOf, typedDollars } from '../../../components/console/typed-dollars.ts';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState, Notice } from '../../../components/ui/states.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { pageAssociation } from '../../../lib/page-association.ts';
import { toast } from '../../../lib/toast-store.ts';
import { payableQuery, recordPayment } from '../api/offline-payment.ts';
import { recordingEffects } from '../offline-payment.ts';
import { nameOf, type Registration } from '../removable.ts';

const NOT_RECORDED = 'Nothing was recorded.';

const typedBody = z.extend(offlinePaymentBody, { amount: typedAmount });

const RecordPaymentForm = ({ payable, onDone }: { payable: OfflinePayable; onDone: () => void }) => {
  // Attempts have one id, so that the payment is recorded once.
  const [id] = useState<string>(() => crypto.randomUUID());
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: contractResolver(typedBody),
    defaultValues: {
      ...{ id, registrationId: payable.registrationId, method: 'check' as const, reference: '', note: '' },
      amount: typedDollars(payable.amount),
      receivedOn: dateIn(pageAssociation().timeZone, new Date()),
    },
  });
  const [amount, method] = useWatch({ control, name: ['amount', 'method'] });
  const typed = centsOf(amount) ?? Number.NaN;
  const { start, isPending, error } = useAdminWrite({
    run: recordPayment,
    onSuccess: () => {
      toast({ title: 'Payment recorded', description: `${nameOf(payable)} gets the confirmation by email.` });
      onDone();
    },
    onError: (error) => {
      showFieldErrors(error, OFFLINE_FIELDS, setError);
      toast({ title: 'Not recorded', description: messageOr(error, NOT_RECORDED), variant: 'destructive' });
    },
  });
  const { lost, kept } = recordingEffects(payable, typed);
  return (
    <ActForm
      label="Record a payment"
      onSubmit={() => void handleSubmit((body) => start(body))()}
      onCancel={onDone}
      lost={lost}
      kept={kept}
      error={error}
      fallback={NOT_RECORDED}
      busy={isPending}
      action={typed > 0 ? `Record ${formatCents(typed)}` : 'Record'}
      busyLabel="Recording..."
    >
      <p>
        {nameOf(payable)} (<span className="breakable">{payable.email}</span>) owes {formatCents(payable.amount)} for{' '}
        {payable.title}, which begins on {formatDateTime(payable.beginsAt)}.
      </p>
      <OfflinePaymentFields
        method={method}
        field={(name) => ({ ...register(name), error: formState.errors[name]?.message })}
      />
    </ActForm>
  );
};

/** Asks what is to be paid, and says why nothing can be. */
const RecordPayment = ({ id, onDone }: { id: string; onDone: () => void }) => {
  const { data, isPending, error, isFetching, refetch } = useQuery(payableQuery(id));
  if (isPending) return <Skeleton lines={6} label="Loading what is to be paid" />;
  if (data === undefined)
    return (
      <ErrorState title="This could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
        {error?.message}
      </ErrorState>
    );
  if (data.problem === null) return <RecordPaymentForm payable={data} onDone={onDone} />;
  return (
    <Stack gap={4}>
      <Notice tone="wait">
        <p>No payment can be recorded. {data.problem}</p>
      </Notice>
      <Actions end>
        <Button onClick={onDone}>Close</Button>
      </Actions>
    </Stack>
  );
};

interface Payable extends Registration {
  readonly paymentStatus: string;
}

/** The recording of payments: `actions` are those of a row, and `dialog` belongs anywhere in the page. */
export const useRecording = <T extends Payable>() => {
  const [paying, setPaying] = useState<T | null>(null);
  const close = () => setPaying(null);
  const dialog = (
    <FormDialog open={paying !== null} onClose={close} title="Record a payment">
      {paying !== null && <RecordPayment key={paying.id} id={paying.id} onDone={close} />}
    </FormDialog>
  );
  const actions = (row: T): RowAction[] =>
    row.paymentStatus === 'pending' && row.email !== ''
      ? [{ label: 'Record a payment', permission: 'payments:record', onSelect: () => setPaying(row) }]
      : [];
  return { actions, dialog };
};
