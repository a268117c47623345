import { useState } from 'react';
import { ConfirmDialog } from '../../../components/console/confirm-dialog.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { type Suppression, writeAgain } from '../api/list-mail.ts';

const WHY: Record<Suppression['reason'], { name: string; question: string }> = {
  bounced: {
    name: 'Clear the bounce',
    question:
      'Emails to this address bounced. Clear the bounce only if you know that the mailbox works now: repeated bounces make email providers trust us less.',
  },
  complained: {
    name: 'Clear the complaint',
    question:
      'The owner of this mailbox marked our email as spam. Clear the complaint only if they have asked for our emails since: another complaint makes their provider trust us less.',
  },
};

const FAILED = 'Newsletters and campaigns stay blocked.';

const isLiftable = (reason: string): reason is Suppression['reason'] => Object.hasOwn(WHY, reason);

/** A button and a confirmation for each reason that blocks newsletters and campaigns and that an administrator may lift. */
export const WriteAgain = ({ email, reasons }: { email: string; reasons: readonly string[] }) => {
  const [asked, setAsked] = useState<Suppression['reason'] | null>(null);
  const { start, isPending, error, reset } = useAdminWrite({
    run: writeAgain,
    onSuccess: ({ message }) => {
      toast({ title: 'Newsletters and campaigns allowed again', description: message });
      setAsked(null);
    },
    onError: (error) => {
      toast({
        title: 'Not cleared',
        description: messageOr(error, FAILED),
        variant: 'destructive',
      });
    },
  });
  return (
    <>
      {reasons.filter(isLiftable).map((reason) => (
        <Button key={reason} size="small" onClick={() => setAsked(reason)}>
          {WHY[reason].name}
        </Button>
      ))}
      <ConfirmDialog
        open={asked !== null}
        title={`Send to ${email} again?`}
        action="Send again"
        busyAction="Clearing..."
        back="Keep it blocked"
        variant="primary"
        busy={isPending}
        error={error}
        fallback={FAILED}
        onConfirm={() => {
          if (asked !== null) start({ email, reason: asked });
        }}
        onClose={() => {
          reset();
          setAsked(null);
        }}
      >
        <p>{asked === null ? '' : WHY[asked].question}</p>
        <p>Campaigns reach {email} again on the lists that it is on. Emails about its account were never blocked.</p>
      </ConfirmDialog>
    </>
  );
};
