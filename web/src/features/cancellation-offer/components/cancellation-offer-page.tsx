import { DISCOUNT_MONTHS } from '@lectern/contracts/billing/cancellation-offer';
import { offerSettingForm, type SavedOffer } from '@lectern/contracts/billing/cancellation-offer-http';
import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { DescribedChoice } from '../../../components/console/described-choice.tsx';
import { Moment } from '../../../components/console/moment.tsx';
import { optionalNumber } from '../../../components/console/optional-fields.ts';
import { saverOf } from '../../../components/console/saver-of.ts';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { offerSettingQuery, setOffer } from '../api/offer-setting.ts';

const CHOICES = [
  { value: 'none', name: 'No offer', text: 'Members who cancel are asked for their reason alone.' },
  { value: 'pause', name: 'A pause', text: 'For 1 to 3 months. Nothing is charged, and there is no member access.' },
  {
    value: 'discount',
    name: `A discount for ${DISCOUNT_MONTHS} months`,
    text: `On the charges of the next ${DISCOUNT_MONTHS} months. After that, the full price is charged again.`,
  },
] as const;

const wordsOf = ({ offer, percent }: SavedOffer): string =>
  offer === 'discount'
    ? `${percent}% off for ${DISCOUNT_MONTHS} months`
    : (CHOICES.find(({ value }) => value === offer)?.name ?? offer);

const COLUMNS: readonly Column<SavedOffer>[] = [
  { key: 'offer', header: 'Offer', cell: wordsOf },
  { key: 'by', header: 'Set by', cell: saverOf },
  { key: 'when', header: 'When', cell: ({ savedAt }) => (savedAt === null ? 'At first' : <Moment at={savedAt} />) },
];

const checked = contractResolver(offerSettingForm);
const resolver: typeof checked = (values, ...rest) =>
  checked(
    { ...values, percent: values.offer === 'discount' ? (optionalNumber(values.percent) ?? Number.NaN) : null },
    ...rest,
  );

const OfferForm = ({ current: { version, offer, percent } }: { current: SavedOffer }) => {
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver,
    defaultValues: { offer, percent: percent ?? 30, version },
  });
  const { start, isPending, error } = useAdminWrite({
    run: setOffer,
    onSuccess: ({ versions: [saved] }) => {
      toast({ title: 'Saved', description: saved && `Members who cancel get: ${wordsOf(saved)}.` });
    },
    onError: (error) => {
      showFieldErrors(error, ['offer', 'percent'], setError);
      toast({ title: 'Not saved', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  const chosen = useWatch({ control, name: 'offer' });
  const { errors } = formState;
  return (
    <Card title="The offer">
      <Stack
        as="form"
        gap={4}
        noValidate
        aria-label="Cancellation offer"
        onSubmit={(event) => void handleSubmit((form) => start(form))(event)}
      >
        <DescribedChoice legend="Offer" choices={CHOICES} error={errors.offer?.message} {...register('offer')} />
        {chosen === 'discount' && (
          <TextField
            label="Percent"
            inputMode="numeric"
            autoComplete="off"
            hint="From 5 to 90. 30 takes 30% off each charge."
            error={errors.percent?.message}
            {...register('percent')}
          />
        )}
        <ActionFailure error={error} />
        <Actions>
          <Button type="submit" variant="primary" busy={isPending} busyLabel="Saving...">
            Save
          </Button>
        </Actions>
      </Stack>
    </Card>
  );
};

/** The offer at a cancellation, and those that were set before. */
export const CancellationOfferPage = () => {
  const { data, isPending, isError, isFetching, refetch } = useQuery(offerSettingQuery);
  const current = data?.versions[0];
  return (
    <Stack gap={5}>
      <p>
        Members with a monthly membership see the offer once, after they say why they cancel. Declining it cancels with
        one press. A member gets one offer in 12 months; annual members get none.
      </p>
      {isPending ? (
        <Skeleton lines={6} label="Loading the offer" />
      ) : isError || current === undefined ? (
        <ErrorState title="The offer could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <>
          <OfferForm key={current.version} current={current} />
          <Card title="History">
            <Table
              caption="The latest offers that were set"
              columns={COLUMNS}
              rows={data.versions}
              rowKey={({ version }) => String(version)}
            />
          </Card>
        </>
      )}
    </Stack>
  );
};
