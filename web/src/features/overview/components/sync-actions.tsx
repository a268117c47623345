import { syncMemberForm } from '@lectern/contracts/billing/admin-http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { requestAgain } from '../../../components/console/request-again.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { NetworkError } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { formatCount } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { syncAll, syncOne } from '../api/sync-registrations.ts';

const publishFailure = (error: Error) =>
  toast({
    title: error instanceof NetworkError ? 'Sync Error' : 'Sync Failed',
    description: error.message,
    variant: 'destructive',
  });

const synced = (count: number) =>
  `${formatCount(count)} debate club ${count === 1 ? 'registration' : 'registrations'} synced from Stripe.${count === 0 ? ' Nothing was missing. Registrations that you deleted are not added; “Sync one member” brings one back.' : ''}`;

const SyncOneForm = ({ onDone }: { onDone: () => void }) => {
  const client = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: contractResolver(syncMemberForm),
    defaultValues: { email: '', stripeSubscriptionId: '', stripeCustomerId: '' },
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: syncOne,
    onSuccess: (_answer, { email }) => {
      toast({
        title: 'Registration Synced',
        description: `${email} is in the Debate Club list and matches Stripe.`,
      });
      requestAgain(client);
      onDone();
    },
    onError: (error) => {
      showFieldErrors(error, ['email', 'stripeSubscriptionId', 'stripeCustomerId'], setError);
      publishFailure(error);
    },
  });
  const { errors } = formState;
  return (
    <Stack
      as="form"
      gap={4}
      noValidate
      aria-label="Sync one member"
      onSubmit={(event) => void handleSubmit((form) => mutate(form))(event)}
    >
      <p>
        Use this for a member who paid but is not in the Debate Club list, or whose registration was deleted. Ask the
        person with the Stripe login for both ids. Nothing is charged, and nothing changes in Stripe.
      </p>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        hint="The email address of the customer in Stripe."
        error={errors.email?.message}
        {...register('email')}
      />
      <TextField
        label="Subscription id"
        placeholder="sub_…"
        autoComplete="off"
        spellCheck={false}
        hint="Starts with sub_. Copy it from the subscription’s page in Stripe."
        error={errors.stripeSubscriptionId?.message}
        {...register('stripeSubscriptionId')}
      />
      <TextField
        label="Customer id"
        placeholder="cus_…"
        autoComplete="off"
        spellCheck={false}
        hint="Starts with cus_. Copy it from the customer’s page in Stripe."
        error={errors.stripeCustomerId?.message}
        {...register('stripeCustomerId')}
      />
      <ActionFailure error={error} />
      <Actions end>
        <Button onClick={onDone} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={isPending} busyLabel="Syncing...">
          Sync one member
        </Button>
      </Actions>
    </Stack>
  );
};

/** Reconciles the registrations with the payment provider, for all members or for one. */
export const SyncActions = () => {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: syncAll,
    onSuccess: ({ syncedCount }) => {
      toast({ title: 'Sync Complete', description: synced(syncedCount) });
      requestAgain(client);
    },
    onError: publishFailure,
  });
  return (
    <Actions>
      <Button onClick={() => mutate()} busy={isPending} busyLabel="Syncing...">
        Sync all missing registrations
      </Button>
      <Button onClick={() => setAsking(true)}>Sync one member</Button>
      <FormDialog open={isAsking} onClose={() => setAsking(false)} title="Sync one member">
        <SyncOneForm onDone={() => setAsking(false)} />
      </FormDialog>
    </Actions>
  );
};
