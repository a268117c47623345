import { promoCodeForm } from '@lectern/contracts/billing/admin-http';
import { formatCents } from '@lectern/contracts/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Button } from '../../../components/ui/button.tsx';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { FieldError } from '../../../components/ui/field-frame.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { addPromoCode } from '../api/promo-codes.ts';
import { optionalInstant, optionalNumber } from '../optional-fields.ts';
import styles from './wide-form.module.css';

const FIELDS = [
  'code',
  'name',
  'description',
  'discountType',
  'discountValue',
  'minimumAmount',
  'maxUses',
  'validUntil',
  'applicableProducts',
] as const;

const TYPES = [
  { value: 'percentage', label: 'Percentage' },
  { value: 'fixed_amount', label: 'Fixed amount' },
] as const;

const PRODUCTS = [
  { value: 'debate_club', label: 'Debate club (first payment)' },
  { value: 'tournaments', label: 'Tournaments' },
  { value: 'bootcamps', label: 'Bootcamps' },
] as const;

/** The hint of a field in cents: the amount in dollars, or `otherwise` if there is no amount. */
const inDollars = (typed: unknown, otherwise: string) =>
  typeof typed === 'number' && Number.isFinite(typed) && typed > 0 ? `In cents: ${formatCents(typed)}.` : otherwise;

/** The form of a new promo code. Amounts are typed in cents (specification, section 5); a hint shows them in dollars. */
export const PromoCodeForm = ({ onDone }: { onDone: () => void }) => {
  const productsId = useId();
  const client = useQueryClient();
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: contractResolver(promoCodeForm),
    defaultValues: {
      code: '',
      name: '',
      description: '',
      discountType: 'percentage' as const,
      applicableProducts: PRODUCTS.map(({ value }) => value),
    },
  });
  const { mutate, isPending } = useMutation({
    mutationFn: addPromoCode,
    onSuccess: ({ code }) => {
      toast({ title: 'Promo Code Created', description: `${code} can be used now.` });
      void client.invalidateQueries({ queryKey: ['admin'] });
      onDone();
    },
    onError: (error) => {
      showFieldErrors(error, FIELDS, setError);
      toast({ title: 'Error', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  const { errors } = formState;
  const [discountType, discountValue, minimumAmount] = useWatch({
    control,
    name: ['discountType', 'discountValue', 'minimumAmount'],
  });

  return (
    <form
      className={styles['form']}
      noValidate
      aria-label="New promo code"
      onSubmit={(event) => void handleSubmit((form) => mutate(form))(event)}
    >
      <div className={styles['pair']}>
        <TextField
          label="Code"
          className={styles['upper']}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={errors.code?.message}
          {...register('code')}
        />
        <TextField label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
      </div>
      <TextField
        label="Description"
        placeholder="Optional"
        autoComplete="off"
        error={errors.description?.message}
        {...register('description')}
      />
      <div className={styles['pair']}>
        <SelectField label="Type" options={TYPES} error={errors.discountType?.message} {...register('discountType')} />
        <TextField
          label="Value"
          type="number"
          inputMode="numeric"
          hint={
            discountType === 'fixed_amount'
              ? inDollars(discountValue, 'In cents: 2000 is $20.00.')
              : 'Percent, from 1 to 100.'
          }
          error={errors.discountValue?.message}
          {...register('discountValue', { setValueAs: optionalNumber })}
        />
        <TextField
          label="Minimum amount"
          type="number"
          inputMode="numeric"
          hint={inDollars(minimumAmount, 'In cents. Blank means none.')}
          error={errors.minimumAmount?.message}
          {...register('minimumAmount', { setValueAs: optionalNumber })}
        />
        <TextField
          label="Maximum uses"
          type="number"
          inputMode="numeric"
          hint="Blank means unlimited."
          error={errors.maxUses?.message}
          {...register('maxUses', { setValueAs: optionalNumber })}
        />
        <TextField
          label="Valid until"
          type="datetime-local"
          hint="In your time zone. Blank means that it never expires."
          error={errors.validUntil?.message}
          {...register('validUntil', { setValueAs: optionalInstant })}
        />
        <fieldset
          className={styles['products']}
          aria-describedby={errors.applicableProducts === undefined ? undefined : `${productsId}-error`}
        >
          <legend>Applies to</legend>
          {PRODUCTS.map(({ value, label }) => (
            <CheckboxField key={value} label={label} value={value} {...register('applicableProducts')} />
          ))}
          <FieldError controlId={productsId} message={errors.applicableProducts?.message} />
        </fieldset>
      </div>
      <div className={styles['foot']}>
        <Button onClick={onDone} disabled={isPending}>
          Back
        </Button>
        <Button type="submit" variant="primary" busy={isPending} busyLabel="Creating...">
          Create Promo Code
        </Button>
      </div>
    </form>
  );
};
