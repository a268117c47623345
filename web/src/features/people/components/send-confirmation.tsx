import type { KnownPerson } from '@lectern/contracts/system/people-http';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { emailConfirmation } from '../api/switch-member.ts';

type Account = NonNullable<KnownPerson['account']>;

/** The button that emails a member the link that confirms the email address of their account, while it is not confirmed. */
export const SendConfirmation = ({ account }: { account: Account }) => {
  const { start, isPending } = useAdminWrite({
    run: emailConfirmation,
    onSuccess: ({ message }) => toast({ title: 'Request finished', description: message }),
    onError: (error) =>
      toast({
        title: 'No link was sent',
        description: messageOr(error, `${account.email} stays unconfirmed.`),
        variant: 'destructive',
      }),
  });
  if (account.isEmailVerified || account.deactivatedAt !== null) return null;
  return (
    <Button size="small" onClick={() => start(account.userId)} busy={isPending} busyLabel="Sending...">
      Send Confirmation Email
    </Button>
  );
};
