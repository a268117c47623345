import { countOf, type ListView } from '../../../components/console/list-view.ts';
import { useOneAtATime } from '../../../components/use-once-at-a-time.ts';
import { Button } from '../../../components/ui/button.tsx';
import { CopyIcon } from '../../../components/ui/action-icons.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { emailsOf } from '../api/debate-club.ts';
import { copyLater } from '../copy-later.ts';

const copy = async (view: ListView): Promise<number> => {
  const emails = emailsOf(view);
  await copyLater(emails.then((all) => all.join(', ')));
  return (await emails).length;
};

/** Copies every email address of the view to the clipboard, including pages that are not loaded. */
export const CopyAllEmails = ({ view, isEmpty }: { view: ListView; isEmpty: boolean }) => {
  const { start, isPending } = useOneAtATime({
    run: copy,
    onSuccess: (count) =>
      toast({ title: 'All Emails Copied', description: `${countOf(count, ['email', 'emails'])} copied to clipboard.` }),
    onError: (error) =>
      toast({
        title: 'Copy Failed',
        description: messageOr(error, 'Failed to copy emails to clipboard.'),
        variant: 'destructive',
      }),
  });
  return (
    <Button size="small" onClick={() => start(view)} disabled={isEmpty} busy={isPending} busyLabel="Copying...">
      <CopyIcon />
      Copy All Emails
    </Button>
  );
};
