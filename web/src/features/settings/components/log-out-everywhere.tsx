import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { memberSession } from '../../../lib/member-session.ts';
import { toast } from '../../../lib/toast-store.ts';
import { endAllSessions } from '../api/log-out-everywhere.ts';

/** Ends every session of the account, for a member who left one open elsewhere. */
export const LogOutEverywhere = () => {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: endAllSessions,
    onSuccess: () => {
      toast({
        title: 'Logged out everywhere',
        description: 'Every session of your account has ended. Log in to go on.',
      });
      memberSession.end('logged-out-everywhere');
    },
    onError: (error) =>
      toast({
        title: 'Logging out failed',
        description: messageOr(error, 'No session was ended. Please try again.'),
        variant: 'destructive',
      }),
  });
  const close = () => {
    if (!isPending) setAsking(false);
  };
  return (
    <Card title="Sessions">
      <p>Left an open session on another computer or phone? End them all together, this one with them.</p>
      <div>
        <Button onClick={() => setAsking(true)}>Log out everywhere</Button>
      </div>
      <Dialog
        open={isAsking}
        onClose={close}
        title="Log out everywhere?"
        footer={
          <>
            <Button onClick={close} disabled={isPending}>
              Stay logged in
            </Button>
            <Button variant="danger" onClick={() => mutate()} busy={isPending} busyLabel="Logging out...">
              Log out everywhere
            </Button>
          </>
        }
      >
        <p>Every device on which you are logged in asks for your password again, this one too.</p>
      </Dialog>
    </Card>
  );
};
