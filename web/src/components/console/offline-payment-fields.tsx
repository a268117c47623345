import { OFFLINE_METHODS, type OfflineMethod, offlinePaymentForm } from '@lectern/contracts/billing/offline-payment';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { typedCents } from './typed-dollars.ts';

const METHOD_WORDS: Readonly<Record<OfflineMethod, string>> = {
  check: 'Check',
  cash: 'Cash',
  bank_transfer: 'Bank transfer',
};
const METHOD_OPTIONS = OFFLINE_METHODS.map((value) => ({ value, label: METHOD_WORDS[value] }));

export const OFFLINE_FIELDS = ['amount', 'method', 'receivedOn', 'reference', 'note'] as const;
type OfflineField = (typeof OFFLINE_FIELDS)[number];

/** An amount that is typed in dollars, and sent in cents. */
export const typedAmount = typedCents(offlinePaymentForm.amount);

interface Props<T> {
  /** The properties of a field, with its error. */
  field: (name: OfflineField) => T & { error: string | undefined };
  method: string;
}

/** The fields of a payment that was made without Stripe. */
export const OfflinePaymentFields = <T extends object>({ field, method }: Props<T>) => (
  <>
    <TextField
      label="Amount"
      inputMode="decimal"
      autoComplete="off"
      hint="In dollars, as it was paid."
      {...field('amount')}
    />
    <SelectField label="Method" options={METHOD_OPTIONS} {...field('method')} />
    <TextField label="Received on" type="date" {...field('receivedOn')} />
    <TextField
      label="Reference"
      autoComplete="off"
      hint={method === 'check' ? 'The number of the check.' : 'Of the transfer or the receipt, if there is one.'}
      {...field('reference')}
    />
    <TextField label="Note" autoComplete="off" hint="For staff: it stays with the payment." {...field('note')} />
  </>
);
