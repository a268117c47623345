import { messageOr } from '../../lib/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import styles from './undo.module.css';
import { useAdminWrite } from './use-admin-write.ts';

/** Milliseconds in which a change can be undone from its toast. */
const UNDO_MS = 10_000;

interface Reversal {
  /** The change that restores the state before. */
  undo: () => Promise<unknown>;
  /** The text of the toast after it: "Members see it again." */
  undone: string;
}

const UndoButton = ({ undo, undone }: Reversal) => {
  const { start, isPending } = useAdminWrite<void, unknown>({
    run: undo,
    onSuccess: () => toast({ title: 'Undone', description: undone }),
    onError: (error) =>
      toast({ title: 'Not undone', description: messageOr(error, error.message), variant: 'destructive' }),
  });
  return (
    <button type="button" className={styles['undo']} disabled={isPending} onClick={() => start()}>
      Undo
    </button>
  );
};

/** Shows the toast of a change that its button undoes. */
export const toastWithUndo = ({ title, description, ...reversal }: Reversal & { title: string; description: string }) =>
  toast({ title, description, duration: UNDO_MS, action: <UndoButton {...reversal} /> });
