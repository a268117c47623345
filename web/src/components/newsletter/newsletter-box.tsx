import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import { toast } from '../../lib/toast-store.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './newsletter-box.module.css';

export type NewsletterSource = 'homepage' | 'resources' | 'footer' | 'blog';

// Loaded on demand: only a visitor who subscribes needs its schemas.
const loadSubscribe = () => import('./subscribe.ts');

/** An email field and a button. The typed address stays until the server has accepted it. */
export const NewsletterBox = ({ source }: { source: NewsletterSource }) => {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  const { mutate, isPending } = useMutation({
    mutationFn: async (address: string) => (await loadSubscribe()).subscribe({ email: address, source }),
    onSuccess: () => {
      setEmail('');
      toast({ title: 'Success!', description: 'You are on the list. The next newsletter comes to you.' });
    },
    onError: () =>
      toast({ title: 'Error', description: 'Failed to subscribe. Please try again.', variant: 'destructive' }),
  });

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isPending) return;
    const problem = await loadSubscribe().then(
      ({ checkEmail }) => checkEmail(email),
      () => undefined,
    );
    if (problem !== undefined) {
      setError(problem);
      field.current?.focus();
      return;
    }
    mutate(email.trim());
  };

  return (
    <Form className={styles['form']} aria-label="Newsletter" onSubmit={(event) => void submit(event)}>
      <TextField
        ref={field}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        value={email}
        error={error}
        onFocus={() => void loadSubscribe().catch(() => undefined)}
        onChange={(event) => {
          setEmail(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" className={styles['send']} busy={isPending} busyLabel="Subscribing...">
        Subscribe
      </Button>
    </Form>
  );
};
