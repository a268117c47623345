import type { Conversation } from '@lectern/contracts/messaging/conversation';
import { replyForm } from '@lectern/contracts/messaging/reply-form';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { LeaveGuard } from '../../../components/console/leave-guard.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { sendReply } from '../api/inbox.ts';
import { replyDrafts } from '../reply-draft.ts';
import { InsertCannedReply } from './insert-canned-reply.tsx';
import styles from './inbox.module.css';

const drafts = replyDrafts(() => window.localStorage);

/** The schema without what the form does not hold: the version is that of the messages on the page. */
const typedReply = (id: string, reply = '') => ({ id, reply, closes: false, version: 1 });

/**
 * Answers by email. Attempts of one reply have one id, so that it is sent once. This browser keeps what is typed until it was sent or
 * discarded.
 */
export const Reply = ({ conversation }: { conversation: Conversation }) => {
  const { id: conversationId, version, email } = conversation;
  const [closes, setCloses] = useState(false);
  const [restored, setRestored] = useState(() => drafts.restore(conversation));
  const { control, register, handleSubmit, setError, reset, formState, getValues, setValue, setFocus } = useForm({
    resolver: contractResolver(replyForm),
    defaultValues: typedReply(restored?.id ?? crypto.randomUUID(), restored?.reply),
  });
  const reply = useWatch({ control, name: 'reply' });
  const isTyped = reply.trim() !== '';
  useEffect(() => {
    if (isTyped) drafts.keep(conversationId, { version, typed: { id: getValues('id'), reply } });
    else drafts.forget(conversationId);
  }, [conversationId, version, getValues, isTyped, reply]);
  const begin = (): void => {
    drafts.forget(conversationId);
    setRestored(null);
    reset(typedReply(crypto.randomUUID()));
  };
  const { start, isPending, error } = useAdminWrite({
    run: sendReply,
    onSuccess: ({ status }) => {
      toast({
        title: status === 'closed' ? 'Reply sent, conversation closed' : 'Reply sent',
        description: `It goes to ${email}.`,
      });
      begin();
    },
    onError: (error) => {
      if (showFieldErrors(error, ['reply'], setError)) return;
      toast({ title: 'Not sent', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  const send = (andClose: boolean) => () => {
    setCloses(andClose);
    void handleSubmit(({ id, reply }) => start({ conversationId, id, reply, closes: andClose, version }))();
  };
  return (
    <section className={styles['reply']} aria-label="Answer by email">
      <LeaveGuard isActive={isTyped} />
      <Stack
        as="form"
        gap={3}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send(false)();
        }}
      >
        {restored !== null && isTyped && (
          <Notice tone="wait" role="status">
            <p>
              You wrote this before and did not send it. This browser kept it.{' '}
              <Button size="small" onClick={begin}>
                Discard it
              </Button>
            </p>
          </Notice>
        )}
        <TextareaField
          label="Reply"
          rows={7}
          hint={`Plain text, emailed to ${email}. The greeting and your name are up to you.`}
          error={formState.errors.reply?.message}
          {...register('reply')}
        />
        <ActionFailure error={error} />
        <Actions>
          <Button
            type="submit"
            variant="primary"
            busy={isPending && !closes}
            busyLabel="Sending..."
            disabled={isPending}
          >
            Send reply
          </Button>
          <Button onClick={send(true)} busy={isPending && closes} busyLabel="Sending..." disabled={isPending}>
            Send and close
          </Button>
          <InsertCannedReply
            conversation={conversation.id}
            onInsert={(text) => {
              const typed = getValues('reply').trimEnd();
              setValue('reply', typed === '' ? text : `${typed}\n\n${text}`, { shouldDirty: true });
              setFocus('reply');
            }}
          />
        </Actions>
      </Stack>
    </section>
  );
};
