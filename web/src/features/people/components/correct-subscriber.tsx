import { subscriberAddressForm } from '@lectern/contracts/messaging/subscriber-address-http';
import { useState } from 'react';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { KeptFormNotice } from '../../../components/console/kept-form-notice.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { useKeptForm } from '../../../components/console/use-kept-form.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { correctSubscriber } from '../api/list-mail.ts';
import styles from './person.module.css';

const TITLE = 'Correct the newsletter’s email';

const AddressForm = ({ email, onDone }: { email: string; onDone: () => void }) => {
  const { register, handleSubmit, setError, formState, kept } = useKeptForm(
    {
      resolver: contractResolver(subscriberAddressForm),
      defaultValues: { newEmail: '' },
    },
    { keep: `correct-subscriber:${email}`, base: 0, isPersonal: true },
  );
  const fallback = `The newsletter still goes to ${email}.`;
  const { start, isPending, error } = useAdminWrite({
    run: correctSubscriber,
    onSuccess: ({ message }) => {
      kept.forget();
      toast({ title: 'Link sent', description: message });
      onDone();
    },
    onError: (error) => {
      if (showFieldErrors(error, ['newEmail'], setError)) return;
      toast({ title: 'No link was sent', description: messageOr(error, fallback), variant: 'destructive' });
    },
  });
  return (
    <Stack
      as="form"
      gap={4}
      className={styles['switch']}
      noValidate
      aria-label={TITLE}
      onSubmit={(event) => void handleSubmit(({ newEmail }) => start({ email, newEmail }))(event)}
    >
      <KeptFormNotice kept={kept} />
      <p>
        For a subscriber who mistyped <span className="breakable">{email}</span>. We email a link to the new address,
        which works for seven days. Once it is confirmed there, the newsletter goes to the new address and no longer to
        this one. Registrations keep their own email.
      </p>
      <TextField
        label="New email"
        type="email"
        autoComplete="off"
        error={formState.errors.newEmail?.message}
        data-begins=""
        {...register('newEmail')}
      />
      <ActionFailure error={error} fallback={fallback} />
      <Actions>
        <Button
          onClick={() => {
            kept.forget();
            onDone();
          }}
          disabled={isPending}
        >
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={isPending} busyLabel="Sending...">
          Send the link
        </Button>
      </Actions>
    </Stack>
  );
};

/** The button and the form with which staff correct the email address of a newsletter subscriber. */
export const CorrectSubscriber = ({ email }: { email: string }) => {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Correct Newsletter Email
      </Button>
      <FormDialog open={isAsking} onClose={close} title={TITLE}>
        <AddressForm email={email} onDone={close} />
      </FormDialog>
    </>
  );
};
