import { formatCents } from '@lectern/contracts/money';
import type { KnownPerson, PersonPart } from '@lectern/contracts/system/people-http';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Consequences, Kept, Lost } from '../../../components/ui/consequences.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { humanize } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { erase } from '../api/personal-data.ts';
import { typedEmail } from '../typed-email.ts';

interface Props {
  person: KnownPerson;
  missing: readonly PersonPart[];
}

const NOTHING_ERASED = 'Nothing was erased.';

/** The end of a membership; null where none can be running. */
const membershipOf = ({ person: { customer }, missing }: Props): string | null => {
  if (missing.includes('payments'))
    return 'If a membership is running, it ends immediately and without a refund, and is not charged again.';
  const membership = customer?.membership;
  if (membership == null || !membership.hasAccess) return null;
  return `Their membership (${humanize(membership.plan)}, ${formatCents(membership.amount)}) ends immediately and without a refund, and is not charged again.`;
};

const Effects = (props: Props) => {
  const { account, registrations } = props.person;
  const membership = membershipOf(props);
  return (
    <Consequences>
      {membership !== null && <Lost>{membership}</Lost>}
      {account !== null && (
        <Lost>Their account is deleted and logged out everywhere. Credit that was not used is lost.</Lost>
      )}
      <Lost>
        {registrations.length > 0
          ? `Their registrations (${registrations.length}) are erased`
          : 'Registrations are erased'}
        {account === null && ', in every name that used this email address'}. Places in events that are still ahead go
        to others, without a refund.
      </Lost>
      <Lost>The newsletter subscription, messages, emails, tags and notes of staff are erased.</Lost>
      <Lost>
        Saved views that search for{account === null ? ' this email address' : ' their email address or full name'}, or
        have it in their name, are deleted, also those of other administrators.
      </Lost>
      <Kept>Amounts and dates of payments stay without a name, for bookkeeping. Stripe keeps its invoices.</Kept>
      <Kept>Past registrations stay without the person, so that the numbers of past events remain right.</Kept>
      <Kept>Unsubscriptions, bounces and spam complaints stay, so that campaigns do not reach this mailbox again.</Kept>
      {account !== null && (
        <Kept>
          Paid entries and seats of another person who used this email address stay. To remove them too, erase the email
          address once more afterwards.
        </Kept>
      )}
      <Kept>
        The activity log keeps that you erased somebody, without their name and email address. It keeps the email
        addresses of administrators, who cannot be erased here: deactivate them on the page Administrators.
      </Kept>
    </Consequences>
  );
};

const EraseForm = ({ person, missing, onClose }: Props & { onClose: () => void }) => {
  const { account, email } = person;
  // Attempts have one id, so that the person is erased once.
  const [id] = useState<string>(() => crypto.randomUUID());
  const client = useQueryClient();
  const navigate = useNavigate();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: contractResolver(typedEmail(email)),
    defaultValues: { email: '' },
  });
  const { start, isPending, error } = useAdminWrite({
    run: erase,
    onSuccess: ({ message }) => {
      toast({ title: 'Erased', description: message });
      void navigate(adminSectionPath('people', { erasure: account?.userId ?? id }), { replace: true });
      client.removeQueries({ queryKey: ['admin', 'people'] });
    },
    onError: (error) => {
      showFieldErrors(error, ['email'], setError);
      toast({ title: 'Not erased', description: messageOr(error, NOTHING_ERASED), variant: 'destructive' });
    },
  });
  return (
    <Stack
      as="form"
      gap={5}
      noValidate
      aria-label={`Erase ${email}`}
      onSubmit={(event) => void handleSubmit(() => start({ id, userId: account?.userId, email }))(event)}
    >
      <p>This cannot be undone, and nobody can restore it.</p>
      {account !== null && !account.isEmailVerified && (
        <Notice tone="wait">
          <p>
            This email address was never confirmed. The person who opened the account may not be the one who reads its
            mailbox.
          </p>
        </Notice>
      )}
      <Effects person={person} missing={missing} />
      <p>We email them that it is done.</p>
      <TextField
        label={`Type ${email} to confirm`}
        type="email"
        autoComplete="off"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <ActionFailure error={error} fallback={NOTHING_ERASED} />
      <Actions end>
        <Button onClick={onClose} disabled={isPending}>
          Keep them
        </Button>
        <Button type="submit" variant="danger" busy={isPending} busyLabel="Erasing...">
          Erase for good
        </Button>
      </Actions>
    </Stack>
  );
};

/** The button that erases a person, and its dialog. */
export const ErasePerson = ({ person, missing }: Props) => {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button size="small" variant="danger" onClick={() => setAsking(true)}>
        Erase Person
      </Button>
      <FormDialog open={isAsking} onClose={close} title={`Erase ${person.name ?? person.email}?`}>
        <EraseForm person={person} missing={missing} onClose={close} />
      </FormDialog>
    </>
  );
};
