import { type ShownOfflineRecord, undoForm } from '@lectern/contracts/billing/offline-payment';
import { formatCents } from '@lectern/contracts/money';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ActForm } from '../../../components/console/act-form.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { undoPayment } from '../api/offline-payments.ts';

interface Props {
  payment: ShownOfflineRecord;
  /** The name of the event that it paid for. */
  title: string | null;
}

const NOT_UNDONE = 'Nothing was undone.';

const UndoPaymentForm = ({ payment, title, onDone }: Props & { onDone: () => void }) => {
  // Attempts have one id, so that it is undone once.
  const [id] = useState<string>(() => crypto.randomUUID());
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: contractResolver(undoForm),
    defaultValues: { id, reason: '' },
  });
  const { start, isPending, error } = useAdminWrite({
    run: undoPayment,
    onSuccess: () => {
      toast({ title: 'Payment undone', description: 'Both records stay in the list of payments.' });
      onDone();
    },
    onError: (error) => {
      showFieldErrors(error, ['reason'], setError);
      toast({ title: 'Not undone', description: messageOr(error, NOT_UNDONE), variant: 'destructive' });
    },
  });
  return (
    <ActForm
      label="Undo"
      onSubmit={() => void handleSubmit((body) => start({ ...body, paymentId: payment.id }))()}
      onCancel={onDone}
      lost={[
        `The registration for ${title ?? 'the event'} ends, if it has not yet. Its place is free for the next person.`,
        'We return nothing: pay back what was received yourself.',
      ]}
      kept={['We email the person. They can register again.', 'The record stays, with another one that undoes it.']}
      error={error}
      fallback={NOT_UNDONE}
      busy={isPending}
      action={`Undo ${formatCents(payment.amount)}`}
      busyLabel="Undoing..."
      isDanger
    >
      <p>
        {formatCents(payment.amount)} were recorded. Undo it for a check that bounced, a payment of another person, or
        money that you return. Where only the amount or the day is wrong, correct it instead.
      </p>
      <TextField
        label="Reason"
        autoComplete="off"
        hint="For staff: it stays with the payment."
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
    </ActForm>
  );
};

/** The button that undoes an offline payment, and its dialog. */
export const UndoPayment = (props: Props) => {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Undo this payment
      </Button>
      <FormDialog open={isOpen} onClose={close} title="Undo this payment">
        {isOpen && <UndoPaymentForm {...props} onDone={close} />}
      </FormDialog>
    </>
  );
};
