import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { ApiError, messageOr, NetworkError } from '../../../lib/api-error.ts';
import { createSubmissionKey } from '../../../lib/form-submission.ts';
import { toast } from '../../../lib/toast-store.ts';
import type { Message } from '../api/send-message.ts';
import styles from './message-form.module.css';

// Loaded on demand: only a visitor who writes needs its schemas.
const loadSend = () => import('../api/send-message.ts');

const EMPTY_MESSAGE: Message = { name: '', email: '', message: '' };

/** A message to the association. After a failure the typed text stays; a retry does not send the message twice. */
export const MessageForm = () => {
  const [message, setMessage] = useState(EMPTY_MESSAGE);
  const [errors, setErrors] = useState<Partial<Message>>({});
  const [submission] = useState(createSubmissionKey);

  const { mutate, isPending, error } = useMutation({
    mutationFn: async (sent: Message) => (await loadSend()).sendMessage(sent, submission.keyFor(sent)),
    onSuccess: () => {
      submission.renew();
      setMessage(EMPTY_MESSAGE);
      toast({ title: 'Message sent successfully!', description: 'We reply within 24 hours.' });
    },
    onError: (failure) => {
      if (failure instanceof ApiError) setErrors(failure.fields);
      toast({
        title: 'Error sending message',
        description: messageOr(failure, 'Please try again later.'),
        variant: 'destructive',
      });
    },
  });

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const { elements } = event.currentTarget;
    const complaint = await loadSend().then(
      ({ checkMessage }) => checkMessage(message),
      () => null,
    );
    if (complaint === null) {
      setErrors({});
      mutate(message);
      return;
    }
    setErrors(complaint.fields);
    toast(complaint.toast);
    const field = elements.namedItem(complaint.field);
    if (field instanceof HTMLElement) field.focus();
  };

  const wire = (field: keyof Message) => ({
    name: field,
    required: true,
    value: message[field],
    error: errors[field],
    onFocus: () => void loadSend().catch(() => undefined),
    onChange: ({ target }: { target: { value: string } }) => {
      setMessage((current) => ({ ...current, [field]: target.value }));
      setErrors(({ [field]: _righted, ...others }) => others);
    },
  });

  return (
    <Stack as={Form} gap={5} aria-label="Message" onSubmit={(event) => void submit(event)}>
      <div className={styles['pair']}>
        <TextField label="Name" autoComplete="name" {...wire('name')} />
        <TextField label="Email" type="email" inputMode="email" autoComplete="email" {...wire('email')} />
      </div>
      <TextareaField label="Message" rows={7} {...wire('message')} />
      {error instanceof NetworkError && (
        <Notice tone="stop" role="alert">
          The connection failed. Your message is still here: send it again when you are back online. It will not reach
          us twice.
        </Notice>
      )}
      <div className={styles['foot']}>
        <Button type="submit" variant="primary" size="large" busy={isPending} busyLabel="Sending...">
          Send Message
        </Button>
        <p>We reply within 24 hours.</p>
      </div>
    </Stack>
  );
};
