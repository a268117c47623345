import { promoCodeForm } from '@lectern/contracts/billing/admin-http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { KeptFormNotice } from '../../../components/console/kept-form-notice.tsx';
import { optionalInstant, optionalNumber } from '../../../components/console/optional-fields.ts';
import { centsOf } from '../../../components/console/typed-dollars.ts';
import { useKeptForm } from '../../../components/console/use-kept-form.ts';
import { requestAgain } from '../../../components/console/request-again.ts';
import { Button } from '../../../components/ui/button.tsx';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { FieldError } from '../../../components/ui/field-frame.tsx';
import { Actions, Pair, Stack } from '../../../components/ui/layout.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { readersZone } from '../../../lib/readers-time.ts';
import { toast } from '../../../lib/toast-store.ts';
import { addPromoCode } from '../api/promo-codes.ts';
import styles from './promo-code-form.module.css';

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

const checked = contractResolver(promoCodeForm);
const resolver: typeof checked = (values, ...rest) =>
  checked(
    {
      ...values,
      discountValue: (values.discountType === 'fixed_amount' ? centsOf : optionalNumber)(
        values.discountValue,
      ) as number,
      minimumAmount: centsOf(values.minimumAmount),
      validUntil: optionalInstant(values.validUntil),
    },
    ...rest,
  );

/** The form of a new promo code. Amounts are typed in dollars, and sent in cents (specification, section 5). */
export const PromoCodeForm = ({ onDone }: { onDone: () => void }) => {
  const productsId = useId();
  const client = useQueryClient();
  const { register, handleSubmit, setError, control, formState, kept } = useKeptForm(
    {
      resolver,
      defaultValues: {
        code: '',
        name: '',
        description: '',
        discountType: 'percentage' as const,
        applicableProducts: PRODUCTS.map(({ value }) => value),
      },
    },
    { keep: 'new-promo-code', base: 0 },
  );
  const { mutate, isPending, error } = useMutation({
    mutationFn: addPromoCode,
    onSuccess: ({ code }) => {
      kept.forget();
      toast({ title: 'Promo Code Created', description: `${code} can be used now.` });
      requestAgain(client);
      onDone();
    },
    onError: (error) => {
      showFieldErrors(error, FIELDS, setError);
      toast({ title: 'Error', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  const { errors } = formState;
  const discountType = useWatch({ control, name: 'discountType' });

  return (
    <Stack
      as="form"
      gap={4}
      noValidate
      aria-label="New promo code"
      onSubmit={(event) => void handleSubmit((form) => mutate(form))(event)}
    >
      <KeptFormNotice kept={kept} />
      <Pair close>
        <TextField
          label="Code"
          className={styles['upper']}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Members type this, for example SPRING10. Up to 20 characters. It does not matter whether members type capital or small letters. Spaces, dots and hyphens must match."
          error={errors.code?.message}
          {...register('code')}
        />
        <TextField
          label="Name"
          autoComplete="off"
          hint="For the list of promo codes. Members do not see it."
          error={errors.name?.message}
          {...register('name')}
        />
      </Pair>
      <TextField
        label="Description"
        placeholder="Optional"
        autoComplete="off"
        error={errors.description?.message}
        {...register('description')}
      />
      <Pair close>
        <SelectField label="Type" options={TYPES} error={errors.discountType?.message} {...register('discountType')} />
        <TextField
          label={discountType === 'fixed_amount' ? 'Value in dollars' : 'Value in percent'}
          inputMode="decimal"
          autoComplete="off"
          hint={discountType === 'fixed_amount' ? 'For example 25.00.' : 'From 1 to 100. 10 takes 10% off the price.'}
          error={errors.discountValue?.message}
          {...register('discountValue')}
        />
        <TextField
          label="Minimum amount"
          inputMode="decimal"
          autoComplete="off"
          hint="In dollars, for example 25.00. The code works only for a price of at least this amount. Blank means any price."
          error={errors.minimumAmount?.message}
          {...register('minimumAmount')}
        />
        <TextField
          label="Maximum uses"
          type="number"
          inputMode="numeric"
          hint="How often the code can be used, by all people together. Blank means unlimited."
          error={errors.maxUses?.message}
          {...register('maxUses', { setValueAs: optionalNumber })}
        />
        <TextField
          label="Valid until"
          type="datetime-local"
          hint={`In your time zone (${readersZone()}). Blank means that it never expires.`}
          error={errors.validUntil?.message}
          {...register('validUntil')}
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
      </Pair>
      <ActionFailure error={error} />
      <Actions end>
        <Button
          onClick={() => {
            kept.forget();
            onDone();
          }}
          disabled={isPending}
        >
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={isPending} busyLabel="Creating...">
          Create Promo Code
        </Button>
      </Actions>
    </Stack>
  );
};
