import { formatCentsShort } from '@lectern/contracts/money';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useState, type SyntheticEvent } from 'react';
import { openPayment } from '../../../components/payment/open-payment.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { usePageRestored } from '../../../lib/use-page-restored.ts';
import { correctEmail } from '../api/enter-tournament.ts';
import type { Registered } from './registration-dialog.tsx';
import styles from './registration-dialog.module.css';

interface Props {
  registered: Registered;
  open: boolean;
  onClose: () => void;
  onCorrected: (registered: Registered) => void;
}

/** The next steps of a person who has just entered: pay, and correct the email address if it was mistyped. */
export const EnteredDialog = ({ registered, open, onClose, onCorrected }: Props) => {
  const { answer, email, message } = registered;
  const payment = useMutation({
    mutationFn: (token: string) => openPayment(token),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const { reset } = payment;
  usePageRestored(useCallback(() => reset(), [reset]));
  const { payment: due, correctionToken } = answer;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={due === undefined ? 'You are on the waitlist' : 'You are entered: one step left'}
    >
      <Stack gap={5}>
        <p>{message}</p>
        {due !== undefined && (
          <Button
            variant="primary"
            size="large"
            wide
            busy={payment.isPending || payment.isSuccess}
            busyLabel="Opening the payment page..."
            onClick={() => payment.mutate(due.token)}
          >
            {due.promoCode === undefined ? `Pay ${formatCentsShort(due.amount)} now` : `Pay now with ${due.promoCode}`}
          </Button>
        )}
        {payment.error !== null && (
          <Notice tone="stop" role="alert">
            <p>
              {messageOr(
                payment.error,
                'The payment page could not be opened. You have not been charged: please try again.',
              )}
            </p>
          </Notice>
        )}
        {correctionToken !== undefined && (
          <Correction
            key={email}
            email={email}
            token={correctionToken}
            onCorrected={(corrected, to) =>
              onCorrected({ ...registered, email: to, message: corrected.message, answer: corrected })
            }
          />
        )}
      </Stack>
    </Dialog>
  );
};

const Correction = ({
  email,
  token,
  onCorrected,
}: {
  email: string;
  token: string;
  onCorrected: (answer: Registered['answer'], to: string) => void;
}) => {
  const [typed, setTyped] = useState(email);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => correctEmail(token, typed),
    onSuccess: (answer) => onCorrected(answer, typed.trim()),
  });
  const submit = (submitted: SyntheticEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    if (!isPending) mutate();
  };
  return (
    <form className={styles['correction']} noValidate aria-label="Correct the email address" onSubmit={submit}>
      <TextField
        label="We email you at"
        type="email"
        inputMode="email"
        autoComplete="email"
        name="email"
        value={typed}
        hint="Mistyped? Correct it here, and we send the email again."
        error={
          error === null
            ? undefined
            : messageOr(error, 'The connection failed, and nothing was changed. Please try again.')
        }
        onChange={({ target }) => {
          reset();
          setTyped(target.value);
        }}
      />
      <Button
        type="submit"
        busy={isPending}
        busyLabel="Correcting..."
        disabled={typed.trim().toLowerCase() === email.trim().toLowerCase()}
      >
        Correct the email address
      </Button>
    </form>
  );
};
