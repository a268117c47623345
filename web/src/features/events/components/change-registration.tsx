import type { ShownEvent } from '@lectern/contracts/registrations/admin-model';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { toastWithUndo } from '../../../components/console/undo.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { setRegistration } from '../api/events.ts';
import { registeredSentence } from '../event-view.ts';

const FAILED = 'Failed to change the registration';

export interface RegistrationChange {
  readonly event: ShownEvent;
  readonly change: 'close' | 'reopen';
}

/** Asks for a confirmation before registration for an event closes or reopens, and says how many people are registered. */
export const ChangeRegistration = ({
  change: asked,
  onClose,
}: {
  change: RegistrationChange | null;
  onClose: () => void;
}) => {
  const { start, isPending, error, reset } = useAdminWrite({
    run: ({ event, change }: RegistrationChange) => setRegistration(event.id, change),
    onSuccess: ({ message }, { event, change }) => {
      const isClosed = change === 'close';
      toastWithUndo({
        title: isClosed ? 'Registration closed' : 'Registration reopened',
        description: message,
        undo: () => setRegistration(event.id, isClosed ? 'reopen' : 'close'),
        undone: `Registration for ${event.title} is ${isClosed ? 'open' : 'closed'} again.`,
      });
      onClose();
    },
    onError: (error) => {
      toast({
        title: 'Error',
        description: messageOr(error, FAILED),
        variant: 'destructive',
      });
    },
  });
  const close = () => {
    if (isPending) return;
    reset();
    onClose();
  };
  const isClosing = asked?.change === 'close';
  return (
    <Dialog
      open={asked !== null}
      onClose={close}
      title={
        asked === null
          ? ''
          : isClosing
            ? `Close registration for ${asked.event.title}?`
            : `Reopen registration for ${asked.event.title}?`
      }
      footer={
        <>
          <Button onClick={close} disabled={isPending}>
            Cancel
          </Button>
          <Button
            variant={isClosing ? 'danger' : 'primary'}
            onClick={() => asked !== null && start(asked)}
            busy={isPending}
            busyLabel={isClosing ? 'Closing...' : 'Opening...'}
          >
            {isClosing ? 'Close registration' : 'Reopen registration'}
          </Button>
        </>
      }
    >
      {asked !== null && (
        <>
          <p>
            {registeredSentence(asked.event.counts)} for {asked.event.title} on{' '}
            {formatDateTime(asked.event.datetime, asked.event.timezone)}.
          </p>
          <p>
            {isClosing
              ? `New people can no longer register. Registered people keep their registrations and can pay until the deadline. ${asked.event.capacity === null ? '' : 'People on the waitlist can still move up. '}You can reopen registration until the deadline.`
              : `People can register again until ${formatDateTime(asked.event.registrationDeadline, asked.event.timezone)}.`}
          </p>
        </>
      )}
      <ActionFailure error={error} fallback={FAILED} />
    </Dialog>
  );
};
