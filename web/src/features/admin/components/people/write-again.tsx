import { useState } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { messageOr } from '../../../../lib/api-error.ts';
import { toast } from '../../../../lib/toast-store.ts';
import { type Suppression, writeAgain } from '../../api/list-mail.ts';
import { ConfirmDialog } from '../campaign/confirm-dialog.tsx';
import { useAdminWrite } from '../use-admin-write.ts';

const WHY: Record<Suppression['reason'], { name: string; question: string }> = {
  bounced: {
    name: 'Lift the bounce',
    question:
      'Mail to this address came back for good. Lift that if you know that the mailbox is there now: mail that bounces again and again makes providers trust us less.',
  },
  complained: {
    name: 'Lift the complaint',
    question:
      'Whoever reads this mailbox marked our mail as spam. Lift that only if they asked for our emails since: another complaint costs us the trust of their provider.',
  },
};

const isLiftable = (reason: string): reason is Suppression['reason'] => Object.hasOwn(WHY, reason);

/** For each reason that keeps list mail from an address and is an administrator's to lift: a button, and its question. */
export const WriteAgain = ({ email, reasons }: { email: string; reasons: readonly string[] }) => {
  const [asked, setAsked] = useState<Suppression['reason'] | null>(null);
  const { start, isPending } = useAdminWrite({
    run: writeAgain,
    onSuccess: ({ message }) => {
      toast({ title: 'List mail allowed again', description: message });
      setAsked(null);
    },
    onError: (error) => {
      toast({
        title: 'Nothing was lifted',
        description: messageOr(error, 'List mail is held back as before.'),
        variant: 'destructive',
      });
      setAsked(null);
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
        title={`Write to ${email} again?`}
        action="Write again"
        busyAction="Lifting..."
        back="Keep it held back"
        variant="primary"
        busy={isPending}
        onConfirm={() => {
          if (asked !== null) start({ email, reason: asked });
        }}
        onClose={() => setAsked(null)}
      >
        <p>{asked === null ? '' : WHY[asked].question}</p>
        <p>Campaigns reach {email} again on the lists that it is on. Emails about its account were never held back.</p>
      </ConfirmDialog>
    </>
  );
};
