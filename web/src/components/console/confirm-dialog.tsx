import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ActionFailure } from './action-failure.tsx';

interface Props {
  open: boolean;
  title: string;
  /** The consequences of the action. */
  children: ReactNode;
  /** The labels of the confirming button, idle (`action`) and busy (`busyAction`), and of the cancelling button (`back`). */
  action: string;
  busyAction: string;
  back: string;
  variant?: 'primary' | 'danger';
  busy: boolean;
  /** The error of the last attempt, and the text for one without a message of the server. */
  error: Error | null;
  fallback?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for a confirmation before an action that cannot be undone. */
export const ConfirmDialog = ({
  open,
  title,
  children,
  action,
  busyAction,
  back,
  variant = 'danger',
  busy,
  error,
  fallback,
  onConfirm,
  onClose,
}: Props) => {
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      footer={
        <>
          <Button onClick={close} disabled={busy}>
            {back}
          </Button>
          <Button variant={variant} onClick={onConfirm} busy={busy} busyLabel={busyAction}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      <ActionFailure error={error} {...(fallback !== undefined && { fallback })} />
    </Dialog>
  );
};
