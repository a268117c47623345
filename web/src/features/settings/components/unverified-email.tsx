import { useOneAtATime } from '../../../components/use-once-at-a-time.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { useMember } from '../../../lib/member-context.ts';
import { toast } from '../../../lib/toast-store.ts';
import { sendConfirmation } from '../api/send-confirmation.ts';

/**
 * Says that the email is not confirmed, and sends the email that confirms it. Renders nothing once it is confirmed, or while a
 * change is pending.
 */
export const UnverifiedEmail = () => {
  const { user, refresh } = useMember();
  const { start, isPending } = useOneAtATime({
    run: sendConfirmation,
    onSuccess: ({ message }) => {
      toast({ title: 'Confirm your email', description: message });
      // It may have been confirmed on another device.
      refresh();
    },
    onError: (error) =>
      toast({
        title: 'Email not sent',
        description: messageOr(error, 'Unable to send the email. Please try again.'),
        variant: 'destructive',
      }),
  });
  if (user.isEmailVerified || user.pendingEmail !== null) return null;
  return (
    <Notice>
      <p>You have not confirmed this email address yet.</p>
      <p>
        <Button size="small" onClick={() => start(undefined)} busy={isPending} busyLabel="Sending...">
          Send confirmation email
        </Button>
      </p>
    </Notice>
  );
};
