import type { Conversation } from '@lectern/contracts/messaging/conversation';
import { useQuery } from '@tanstack/react-query';
import { useAdmin } from '../../../components/console/use-admin.ts';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { assign, assigneesQuery } from '../api/inbox.ts';
import styles from './inbox.module.css';

/** Chooses the administrator who answers. */
export const Assignee = ({ conversation }: { conversation: Conversation }) => {
  const { id, version, assignee } = conversation;
  const me = useAdmin();
  const { data } = useQuery(assigneesQuery);
  const { start, isPending } = useAssign();
  const others = (data?.items ?? []).filter((other) => other.id !== me.id && other.id !== assignee?.id);
  const nameOf = (one: { id: string; name: string | null }) =>
    one.id === me.id ? `${me.name} (you)` : (one.name ?? 'An administrator');
  const options = [
    ...(assignee === null ? [] : [assignee]),
    ...(assignee?.id === me.id ? [] : [{ id: me.id, name: me.name }]),
    ...others,
  ].map((one) => ({ value: one.id, label: nameOf(one) }));
  const choose = (chosen: string) => start({ id, version, assignee: chosen === '' ? null : chosen });
  return (
    <div className={styles['assignee']}>
      <SelectField
        label="Assignee"
        options={[{ value: '', label: 'Nobody' }, ...options]}
        value={assignee?.id ?? ''}
        disabled={isPending}
        onChange={(event) => choose(event.target.value)}
      />
      {assignee === null && (
        <Button size="small" onClick={() => choose(me.id)} disabled={isPending}>
          Assign to me
        </Button>
      )}
      {changesInWords(conversation).map((line) => (
        <p key={line} className={styles['small']}>
          {line}
        </p>
      ))}
    </div>
  );
};

/** The administrators of the assignment and the closing, with their times. */
const changesInWords = ({ assignee, assigned, closed }: Conversation): string[] => {
  const nameOf = (by: Conversation['assignee']) => by?.name ?? 'an administrator';
  const lines: string[] = [];
  if (assigned !== null) {
    const isTaken = assigned.by?.id === assignee?.id;
    lines.push(`${isTaken ? 'Taken' : `Assigned by ${nameOf(assigned.by)}`} on ${formatDateTime(assigned.at)}.`);
  }
  if (closed !== null)
    lines.push(
      closed.by === null
        ? `Closed on ${formatDateTime(closed.at)}, when the member cancelled the session.`
        : `Closed by ${nameOf(closed.by)} on ${formatDateTime(closed.at)}.`,
    );
  return lines;
};

const useAssign = () =>
  useAdminWrite({
    run: assign,
    onSuccess: ({ assignee }) => {
      toast({
        title: assignee === null ? 'Assigned to nobody' : `Assigned to ${assignee.name ?? 'an administrator'}`,
      });
    },
    onError: (error) => {
      toast({ title: 'Not assigned', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
