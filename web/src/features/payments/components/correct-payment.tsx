import type { ShownOfflineRecord } from '@lectern/contracts/billing/offline-payment';
import { offlineCorrectionBody } from '@lectern/contracts/billing/offline-payment-http';
import { formatCents } from '@lectern/contracts/money';
import { dateIn } from '@lectern/contracts/zoned-time';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ActForm } from '../../../components/console/act-form.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import {
  OFFLINE_FIELDS,
  OfflinePaymentFields,
  typedAmount,
} from '../../../components/console/offline-payment-fields.tsx';
import { typedDollars } from '../../../components/console/typed-dollars.ts';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { pageAssociation } from '../../../lib/page-association.ts';
import { toast } from '../../../lib/toast-store.ts';
import { correctPayment } from '../api/offline-payments.ts';

const typedBody = z.extend(offlineCorrectionBody, { amount: typedAmount });
const NOT_CORRECTED = 'Nothing was corrected.';

const CorrectPaymentForm = ({ payment, onDone }: { payment: ShownOfflineRecord; onDone: () => void }) => {
  // Attempts have one id, so that it is corrected once.
  const [id] = useState<string>(() => crypto.randomUUID());
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: contractResolver(typedBody),
    defaultValues: {
      ...{ id, method: payment.method, reference: payment.reference ?? '', note: payment.note ?? '', reason: '' },
      amount: typedDollars(payment.amount),
      receivedOn: dateIn(pageAssociation().timeZone, new Date(payment.receivedAt)),
    },
  });
  const method = useWatch({ control, name: 'method' });
  const { start, isPending, error } = useAdminWrite({
    run: correctPayment,
    onSuccess: () => {
      toast({ title: 'Payment corrected', description: 'The wrong record stays, with one that undoes it.' });
      onDone();
    },
    onError: (error) => {
      showFieldErrors(error, [...OFFLINE_FIELDS, 'reason'], setError);
      toast({ title: 'Not corrected', description: messageOr(error, NOT_CORRECTED), variant: 'destructive' });
    },
  });
  return (
    <ActForm
      label="Correct"
      onSubmit={() => void handleSubmit((body) => start({ ...body, paymentId: payment.id }))()}
      onCancel={onDone}
      kept={[
        'The registration stays paid. Its receipt shows the corrected payment.',
        'Nobody is emailed.',
        'The wrong record stays, with another one that undoes it.',
      ]}
      error={error}
      fallback={NOT_CORRECTED}
      busy={isPending}
      action="Correct"
      busyLabel="Correcting..."
    >
      <p>{formatCents(payment.amount)} were recorded. Enter the payment as it was made.</p>
      <OfflinePaymentFields
        method={method}
        field={(name) => ({ ...register(name), error: formState.errors[name]?.message })}
      />
      <TextField
        label="Reason"
        autoComplete="off"
        hint="For staff: it stays with the record that is undone."
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
    </ActForm>
  );
};

/** The button that corrects an offline payment, and its dialog. */
export const CorrectPayment = ({ payment }: { payment: ShownOfflineRecord }) => {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Correct this payment</Button>
      <FormDialog open={isOpen} onClose={close} title="Correct this payment">
        {isOpen && <CorrectPaymentForm payment={payment} onDone={close} />}
      </FormDialog>
    </>
  );
};
