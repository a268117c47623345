import { chargeWith } from '@lectern/contracts/billing/charge-with';
import { type CreditAccount, creditForm } from '@lectern/contracts/billing/credit';
import { formatCents } from '@lectern/contracts/money';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ActForm } from '../../../components/console/act-form.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { centsOf, typedCents } from '../../../components/console/typed-dollars.ts';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { formatDate } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { changeCredit } from '../api/credit.ts';

type Act = 'give' | 'withdraw';

interface Props {
  userId: string;
  account: Pick<CreditAccount, 'balance' | 'nextCharge'>;
  act: Act;
}

const WORDS = {
  give: { button: 'Give Credit', title: 'Give credit', busy: 'Giving...', done: 'Credit given' },
  withdraw: { button: 'Withdraw Credit', title: 'Withdraw credit', busy: 'Withdrawing...', done: 'Credit withdrawn' },
} as const;

const UNCHANGED = 'The credit was not changed.';

/** The amount is typed in dollars, and sent in cents. */
const typedForm = z.extend(creditForm, {
  amount: typedCents(creditForm.shape.amount),
});

const effectsOf = ({ account: { balance, nextCharge }, act }: Props, amount: number): string[] => {
  const after = balance + (act === 'give' ? amount : -amount);
  return [
    `Their credit is ${formatCents(after)} then.`,
    nextCharge === null
      ? 'No membership is charged next: the credit stays for the next payment.'
      : `Their next payment, on ${formatDate(nextCharge.at)}, is ${formatCents(chargeWith(nextCharge, after).amount)} then, instead of ${formatCents(nextCharge.amount)}.`,
    'We email the person the amount, without the reason.',
  ];
};

const ChangeCreditForm = (props: Props & { onDone: () => void }) => {
  const { userId, account, act, onDone } = props;
  const { balance } = account;
  // Attempts have one id, so that the change is made once.
  const [id] = useState<string>(() => crypto.randomUUID());
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: contractResolver(typedForm),
    defaultValues: { id, act, balance, amount: '', reason: '' },
  });
  const typed = centsOf(useWatch({ control, name: 'amount' })) ?? Number.NaN;
  const { start, isPending, error } = useAdminWrite({
    run: changeCredit,
    onSuccess: ({ amount, status }) => {
      const words = formatCents(Math.abs(amount));
      toast(
        status === 'made'
          ? { title: WORDS[act].done, description: `${words}. We email the person.` }
          : {
              title: 'Not changed yet',
              description: `Stripe does not answer. The change of ${words} is stored, and is made as soon as Stripe answers.`,
            },
      );
      onDone();
    },
    onError: (error) => {
      showFieldErrors(error, ['amount', 'reason'], setError);
      toast({ title: 'Not changed', description: messageOr(error, UNCHANGED), variant: 'destructive' });
    },
  });
  const { errors } = formState;
  return (
    <ActForm
      label={WORDS[act].title}
      onSubmit={() => void handleSubmit((body) => start({ ...body, userId }))()}
      onCancel={onDone}
      kept={typed > 0 ? effectsOf(props, typed) : []}
      error={error}
      fallback={UNCHANGED}
      busy={isPending}
      action={WORDS[act].button}
      busyLabel={WORDS[act].busy}
      isDanger={act === 'withdraw'}
    >
      <TextField
        label="Amount"
        inputMode="decimal"
        autoComplete="off"
        hint={act === 'give' ? 'In dollars.' : `In dollars; at most ${formatCents(balance)}.`}
        error={errors.amount?.message}
        data-begins=""
        {...register('amount')}
      />
      <TextField
        label="Reason"
        autoComplete="off"
        hint="For staff: it stays with the credit."
        error={errors.reason?.message}
        {...register('reason')}
      />
    </ActForm>
  );
};

/** The button that gives or withdraws credit, and its dialog. */
export const ChangeCredit = (props: Props) => {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="small" {...(props.act === 'withdraw' && { variant: 'danger' })} onClick={() => setOpen(true)}>
        {WORDS[props.act].button}
      </Button>
      <FormDialog open={isOpen} onClose={close} title={WORDS[props.act].title}>
        {/* Each opening is another change, of what the credit is then. */}
        {isOpen && <ChangeCreditForm {...props} onDone={close} />}
      </FormDialog>
    </>
  );
};
