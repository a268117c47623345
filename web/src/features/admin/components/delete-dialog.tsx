import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { hasStatus, messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { useAdminWrite } from './use-admin-write.ts';

interface Props {
  /** What is to go; null while nothing is. */
  id: string | null;
  /** Whom or what the title names. */
  name: string;
  remove: (id: string) => Promise<{ message: string }>;
  /** The title of the toast once it is gone; the server's sentence is its text. */
  done: string;
  /** The toast of a failure; its text stands in for the server's. */
  failed: { title: string; description: string };
  onClose: () => void;
  /** What becomes of it. */
  children: ReactNode;
}

/** Asks before something goes, and says what becomes of it. */
export const DeleteDialog = ({ id, name, remove, done, failed, onClose, children }: Props) => {
  const { start, isPending } = useAdminWrite({
    run: remove,
    onSuccess: ({ message }) => {
      toast({ title: done, description: message });
      onClose();
    },
    onError: (error) => {
      toast({ title: failed.title, description: messageOr(error, failed.description), variant: 'destructive' });
      // Somebody else was faster: there is nothing left to ask about.
      if (hasStatus(error, 404)) onClose();
    },
  });
  const close = () => {
    if (!isPending) onClose();
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
    </Dialog>
  );
};
