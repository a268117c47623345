import type { ReactNode } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { Dialog } from '../../../../components/ui/dialog.tsx';

interface Props {
  open: boolean;
  title: string;
  /** What becomes of it. */
  children: ReactNode;
  /** The button that does it, while it runs, and the one that does not. */
  action: string;
  busyAction: string;
  back: string;
  variant?: 'primary' | 'danger';
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is done that cannot be undone. */
export const ConfirmDialog = ({
  open,
  title,
  children,
  action,
  busyAction,
  back,
  variant = 'danger',
  busy,
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
    </Dialog>
  );
};
