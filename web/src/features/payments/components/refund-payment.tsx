import type { ListedPayment } from '@lectern/contracts/billing/listed-payment';
import { type Refundable, refundForm } from '@lectern/contracts/billing/staff-refund';
import { formatCents } from '@lectern/contracts/money';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ActForm } from '../../../components/console/act-form.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { centsOf, typedCents, typedDollars } from '../../../components/console/typed-dollars.ts';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { SegmentedField } from '../../../components/ui/segmented-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { refund } from '../api/payments.ts';
import { refundEffects } from '../refund-effects.ts';
import { purposeOf } from '../payment-words.ts';

interface Props {
  payment: ListedPayment;
  refundable: Refundable;
}

const METHODS = [
  { value: 'card', label: 'The card' },
  { value: 'credit', label: 'Credit' },
] as const;

const NOT_REFUNDED = 'Nothing was refunded.';

/** The amount is typed in dollars, and sent in cents. */
const typedRefund = z.extend(refundForm, {
  amount: typedCents(refundForm.shape.amount),
});

const RefundPaymentForm = ({ payment, refundable, onDone }: Props & { onDone: () => void }) => {
  const { left, credited = 0, withdrawable = 0, asCredit = false } = refundable;
  // The part that was given as credit is refunded as far as it is withdrawn.
  const proposed = (withdrawn: number): string => {
    const amount = Math.min(left, Math.max(0, left - credited) + withdrawn);
    return amount === 0 ? '' : typedDollars(amount);
  };
  const [isWithdrawing, setWithdrawing] = useState(false);
  const [method, setMethod] = useState<'card' | 'credit'>('card');
  const withdraw = isWithdrawing && method === 'card' ? withdrawable : 0;
  // Attempts have one id, so that the refund is made once.
  const [id] = useState<string>(() => crypto.randomUUID());
  const { register, handleSubmit, setError, setValue, control, formState } = useForm({
    resolver: contractResolver(typedRefund),
    defaultValues: { id, left, amount: proposed(0), reason: '' },
  });
  const typed = centsOf(useWatch({ control, name: 'amount' })) ?? Number.NaN;
  const { start, isPending, error } = useAdminWrite({
    run: refund,
    onSuccess: ({ amount, status }) => {
      toast(
        status === 'made'
          ? {
              title: 'Refunded',
              description:
                method === 'card'
                  ? `${formatCents(amount)} are on their way back. Banks take five to ten days.`
                  : `${formatCents(amount)} are credit of the member now.`,
            }
          : {
              title: 'Not refunded yet',
              description: `Stripe does not answer. The refund of ${formatCents(amount)} is stored, and is made as soon as Stripe answers.`,
            },
      );
      onDone();
    },
    onError: (error) => {
      showFieldErrors(error, ['amount', 'reason'], setError);
      toast({ title: 'Not refunded', description: messageOr(error, NOT_REFUNDED), variant: 'destructive' });
    },
  });
  const { lost, kept } = refundEffects(refundable, typed, payment.title, withdraw, method === 'credit');
  const { errors } = formState;
  return (
    <ActForm
      label="Refund"
      onSubmit={() =>
        void handleSubmit((body) =>
          start({ ...body, method, ...(withdraw > 0 && { withdraw }), movementId: payment.id }),
        )()
      }
      onCancel={onDone}
      lost={lost}
      kept={kept}
      error={error}
      fallback={NOT_REFUNDED}
      busy={isPending}
      action={typed > 0 && typed <= left ? `Refund ${formatCents(typed)}` : 'Refund'}
      busyLabel="Refunding..."
      isDanger
    >
      <p>
        {formatCents(payment.amount)} were paid for: {purposeOf(payment)}.{' '}
        {method === 'card'
          ? 'The money goes back to the card or account that paid. A refund cannot be undone.'
          : 'The money stays with the association, and becomes credit of the member.'}
      </p>
      {asCredit && (
        <SegmentedField
          label="Refund to"
          segments={METHODS}
          value={method}
          onChange={({ target }) => setMethod(target.value === 'credit' ? 'credit' : 'card')}
        />
      )}
      {withdrawable > 0 && method === 'card' && (
        <CheckboxField
          label={`Withdraw the unspent ${formatCents(withdrawable)} of credit as well`}
          checked={isWithdrawing}
          onChange={({ target }) => {
            setWithdrawing(target.checked);
            setValue('amount', proposed(target.checked ? withdrawable : 0));
          }}
        />
      )}
      <TextField
        label="Amount"
        inputMode="decimal"
        autoComplete="off"
        hint={`In dollars; at most ${formatCents(left)}.`}
        error={errors.amount?.message}
        {...register('amount')}
      />
      <TextField
        label="Reason"
        autoComplete="off"
        hint="For staff: it stays with the payment."
        error={errors.reason?.message}
        {...register('reason')}
      />
    </ActForm>
  );
};

/** The button that refunds a charge, and its dialog. */
export const RefundPayment = (props: Props) => {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Refund
      </Button>
      <FormDialog open={isOpen} onClose={close} title="Refund this payment">
        {/* Each opening is another refund, of what is left then. */}
        {isOpen && <RefundPaymentForm {...props} onDone={close} />}
      </FormDialog>
    </>
  );
};
