import type { StartedSecondFactor } from '@lectern/contracts/identity/second-factor';
import { turnOnSecondFactorForm } from '@lectern/contracts/identity/second-factor-http';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { adminSession } from '../../../lib/admin-session.ts';
import { hasStatus, messageOr } from '../../../lib/api-error.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { cx } from '../../../lib/cx.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { turnOn } from '../api/second-factor.ts';
import { CodeField } from './code-field.tsx';
import { QrCode } from './qr-code.tsx';
import styles from './security.module.css';

interface Props {
  started: StartedSecondFactor;
  onTurnedOn: (recoveryCodes: readonly string[]) => void;
  /** Called when the administrator cancels or must start again. */
  onLeft: () => void;
}

/** Shows the secret for the authenticator app and asks for a code that proves that the app has it. */
export const TurnOnSecondFactor = ({ started, onTurnedOn, onLeft }: Props) => {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: contractResolver(turnOnSecondFactorForm),
    defaultValues: { code: '' },
  });
  useEffect(() => setFocus('code'), [setFocus]);
  const { start, isPending } = useAdminWrite({
    run: turnOn,
    onSuccess: ({ token, recoveryCodes, message }) => {
      adminSession.renew(token);
      toast({ title: 'The second factor is on', description: message });
      onTurnedOn(recoveryCodes);
    },
    onError: (error) => {
      if (showFieldErrors(error, ['code'], setError)) return;
      toast({
        title: 'The second factor was not turned on',
        description: messageOr(error, 'Nothing was changed.'),
        variant: 'destructive',
      });
      if (hasStatus(error, 409)) onLeft();
    },
  });
  // Groups of four characters are easier to type.
  const inFours = started.secret.replaceAll(/.{4}(?=.)/g, '$& ');
  return (
    <Card title="Turn on the second factor">
      <div className={styles['scan']}>
        <QrCode text={started.address} label="QR code of the setup key for your authenticator app" />
        <div className={styles['addedManually']}>
          <p>Scan this QR code with an authenticator app on your phone, or type the setup key into the app:</p>
          <p className={cx('breakable', styles['secret'])}>{inFours}</p>
          <Button size="small" onClick={() => void copyText(started.secret, 'Setup key')}>
            Copy setup key
          </Button>
          <p>Show this key to nobody: with it, another person’s app shows your codes too.</p>
        </div>
      </div>
      <Stack
        as={Form}
        gap={5}
        aria-label="Confirm the second factor"
        onSubmit={(event) => void handleSubmit((body) => start(body))(event)}
      >
        <div className={styles['narrow']}>
          <CodeField
            label="Code from the app"
            inputMode="numeric"
            placeholder="123456"
            hint="The six digits that the app shows for this account. They change every 30 seconds."
            error={formState.errors.code?.message}
            {...register('code')}
          />
        </div>
        <Actions>
          <Button type="submit" variant="primary" busy={isPending} busyLabel="Turning on...">
            Turn on
          </Button>
          <Button onClick={onLeft} disabled={isPending}>
            Cancel
          </Button>
        </Actions>
      </Stack>
    </Card>
  );
};
