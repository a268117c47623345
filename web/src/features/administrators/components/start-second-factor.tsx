import type { StartedSecondFactor } from '@lectern/contracts/identity/second-factor';
import { startSecondFactorForm } from '@lectern/contracts/identity/second-factor-http';
import { useForm } from 'react-hook-form';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { start as startFactor } from '../api/second-factor.ts';
import styles from './security.module.css';

/** Explains the second factor and asks for the password to set it up. */
export const StartSecondFactor = ({ onStarted }: { onStarted: (started: StartedSecondFactor) => void }) => {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: contractResolver(startSecondFactorForm),
    defaultValues: { currentPassword: '' },
  });
  const { start, isPending } = useAdminWrite({
    run: startFactor,
    onSuccess: onStarted,
    onError: (error) => {
      if (!showFieldErrors(error, ['currentPassword'], setError))
        toast({
          title: 'The second factor was not set up',
          description: messageOr(error, 'Please try again.'),
          variant: 'destructive',
        });
    },
  });
  return (
    <Card title="Second factor">
      <p>
        The second factor is off: you log in with your password only. When it is on, you also enter a six-digit code
        from an authenticator app on your phone, such as Google Authenticator or 1Password. A person who learns your
        password cannot log in without that code.
      </p>
      <Stack
        as={Form}
        gap={5}
        aria-label="Turn on the second factor"
        onSubmit={(event) => void handleSubmit((body) => start(body))(event)}
      >
        <div className={styles['narrow']}>
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            error={formState.errors.currentPassword?.message}
            {...register('currentPassword')}
          />
        </div>
        <Actions>
          <Button type="submit" variant="primary" busy={isPending} busyLabel="Starting...">
            Set it up
          </Button>
        </Actions>
      </Stack>
    </Card>
  );
};
