import type { StartedSecondFactor } from '@lectern/contracts/identity/second-factor';
import { startSecondFactorForm } from '@lectern/contracts/identity/second-factor-http';
import { useForm } from 'react-hook-form';
import { Button } from '../../../../components/ui/button.tsx';
import { Card } from '../../../../components/ui/card.tsx';
import { Form } from '../../../../components/ui/form.tsx';
import { PasswordField } from '../../../../components/ui/password-field.tsx';
import { messageOr } from '../../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../../lib/form.ts';
import { toast } from '../../../../lib/toast-store.ts';
import { start as startFactor } from '../../api/second-factor.ts';
import { useAdminWrite } from '../use-admin-write.ts';
import styles from './security.module.css';

/** What it is, and its beginning: the password again. */
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
        toast({ title: 'Not begun', description: messageOr(error, 'Please try again.'), variant: 'destructive' });
    },
  });
  return (
    <Card title="Second factor">
      <p>
        It is off: your password alone signs you in. With it on, signing in also asks for a code of six digits that an
        authenticator app on your telephone shows, a new one every thirty seconds. Somebody who learns your password
        cannot sign in with it alone.
      </p>
      <Form
        className={styles['form']}
        aria-label="Turn on the second factor"
        onSubmit={(event) => void handleSubmit((body) => start(body))(event)}
      >
        <div className={styles['narrow']}>
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            error={formState.errors.currentPassword?.message}
            {...register('currentPassword')}
          />
        </div>
        <div className={styles['acts']}>
          <Button type="submit" variant="primary" busy={isPending} busyLabel="Beginning...">
            Set it up
          </Button>
        </div>
      </Form>
    </Card>
  );
};
