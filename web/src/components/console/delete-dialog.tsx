import type { ReactNode } from 'react';
import { hasStatus, messageOr } from '../../lib/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ActionFailure } from './action-failure.tsx';
import { useAdminWrite } from './use-admin-write.ts';

interface Props {
  /** The id of the entity to delete; null while the dialog is closed. */
  id: string | null;
  /** The name of the entity in the title. */
  name: string;
  remove: (id: string) => Promise<{ message: string }>;
  /** The title of the toast after success; its text is the server's message. */
  done: string;
  /** The toast of an error; `description` is the fallback for the server's message. */
  failed: { title: string; description: string };
  onClose: () => void;
  /** The consequences of the deletion. */
  children: ReactNode;
}

/** Asks for a confirmation before an entity is deleted, and explains the consequences. */
export const DeleteDialog = ({ id, name, remove, done, failed, onClose, children }: Props) => {
  const leave = () => {
    reset();
    onClose();
  };
  const { start, isPending, error, reset } = useAdminWrite({
    run: remove,
    onSuccess: ({ message }) => {
      toast({ title: done, description: message });
      onClose();
    },
    onError: (error) => {
      toast({ title: failed.title, description: messageOr(error, failed.description), variant: 'destructive' });
      // Another administrator has already deleted it.
      if (hasStatus(error, 404)) leave();
    },
  });
  const close = () => {
    if (!isPending) leave();
  };
  return (
    <Dialog
      open={id !== null}
      onClose={close}
      title={`Delete ${name}?`}
      footer={
        <>
          <Button onClick={close} disabled={isPending}>
            Keep it
          </Button>
          <Button variant="danger" onClick={() => id !== null && start(id)} busy={isPending} busyLabel="Deleting...">
            Delete
          </Button>
        </>
      }
    >
      {children}
      <ActionFailure error={error} fallback={failed.description} />
    </Dialog>
  );
};
