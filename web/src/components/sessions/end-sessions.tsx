import { endSessionsForm, type endSessions } from '@lectern/contracts/identity/session-http';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { Stack } from '../ui/layout.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import type { BodyOf } from '../../lib/api-client.ts';
import { hasStatus, messageOr } from '../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../lib/form.ts';
import { toast } from '../../lib/toast-store.ts';

/** One session, by what it is called in the list, or all but this one. */
export type Asked = { readonly id: string; readonly client: string } | 'others';

export interface EndedSessions {
  readonly message: string;
  readonly token?: string | undefined;
}

interface Props {
  asked: Asked;
  end: (body: BodyOf<typeof endSessions>) => Promise<EndedSessions>;
  /** Called after the list changed. */
  onEnded: (ended: EndedSessions) => void;
  /** It was ended already, or the list is out of date. */
  onGone: () => void;
  onClose: () => void;
}

/** Asks for the password, and signs out there. */
export const EndSessions = ({ asked, end, onEnded, onGone, onClose }: Props) => {
  const formId = useId();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: contractResolver(endSessionsForm),
    defaultValues: { currentPassword: '' },
  });
  const { mutate, isPending } = useMutation({
    mutationFn: ({ currentPassword }: { currentPassword: string }) =>
      end({ currentPassword, ...(asked !== 'others' && { sessionId: asked.id }) }),
    onSuccess: (ended) => {
      toast({ title: 'Logged out there', description: ended.message });
      onEnded(ended);
    },
    onError: (error) => {
      if (showFieldErrors(error, ['currentPassword'], setError)) return;
      if (hasStatus(error, 404)) {
        toast({ title: 'Logged out there', description: 'That session had already ended.' });
        onGone();
        return;
      }
      toast({
        title: 'Not logged out',
        description: messageOr(error, 'No session was ended. Please try again.'),
        variant: 'destructive',
      });
    },
  });
  const close = () => {
    if (!isPending) onClose();
  };
  const title = asked === 'others' ? 'Log out everywhere else?' : `Log out ${asked.client}?`;
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      footer={
        <>
          <Button onClick={close} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={isPending} busyLabel="Logging out...">
            Log out
          </Button>
        </>
      }
    >
      <Stack
        as={Form}
        gap={5}
        id={formId}
        aria-label={title}
        onSubmit={(event) => void handleSubmit((form) => mutate(form))(event)}
      >
        <p>
          {asked === 'others'
            ? 'Every other session ends immediately.'
            : 'The next login in that browser needs the password again.'}{' '}
          If you do not recognize it, change your password as well.
        </p>
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          data-begins=""
          error={formState.errors.currentPassword?.message}
          {...register('currentPassword')}
        />
      </Stack>
    </Dialog>
  );
};
