import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import { KitDrawing } from '../../../components/art/kit-drawing.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { createSubmissionKey } from '../../../lib/form-submission.ts';
import { toast } from '../../../lib/toast-store.ts';
import styles from './starter-kit-dialog.module.css';

// Loaded on demand: only a visitor who sends the form needs its schemas.
const loadRequest = () => import('../api/request-starter-kit.ts');

/** Asks where to send the starter kit. The typed address stays until the form has been sent. */
export default function StarterKitDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [submission] = useState(createSubmissionKey);
  const field = useRef<HTMLInputElement>(null);

  const { mutate, isPending } = useMutation({
    mutationFn: async (address: string) => (await loadRequest()).sendStarterKit(address, submission.keyFor(address)),
    onSuccess: () => {
      submission.renew();
      setEmail('');
      onClose();
      toast({ title: 'Starter kit sent!', description: 'Check your email: the link is in it.' });
    },
    onError: (failure) =>
      toast({
        title: 'Error sending starter kit',
        description: messageOr(failure, 'Please try again later.'),
        variant: 'destructive',
      }),
  });

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isPending) return;
    const problem = await loadRequest().then(
      ({ checkEmail }) => checkEmail(email),
      () => undefined,
    );
    if (problem !== undefined) {
      setError(problem);
      field.current?.focus();
      toast({ title: 'Invalid email', description: problem, variant: 'destructive' });
      return;
    }
    mutate(email.trim());
  };

  return (
    <Dialog open={open} onClose={onClose} title="Take the notes with you">
      <div className={styles['kit']}>
        <KitDrawing />
        <p>
          The starter kit is a PDF for your first month: a plan for four weeks, a speech in five parts that always
          works, how to answer an argument, twelve topics and a flow sheet to write on. It is free.
        </p>
      </div>
      <Stack as={Form} gap={3} aria-label="Starter kit" onSubmit={(event) => void submit(event)}>
        <TextField
          ref={field}
          data-begins
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          value={email}
          error={error}
          hint="You get our newsletter, too. Every issue has an unsubscribe link."
          onFocus={() => void loadRequest().catch(() => undefined)}
          onChange={(event) => {
            setEmail(event.target.value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="primary" size="large" wide busy={isPending} busyLabel="Sending...">
          Send Me the Starter Kit
        </Button>
        <Button variant="quiet" onClick={onClose}>
          No thanks, I&apos;ll browse more
        </Button>
      </Stack>
    </Dialog>
  );
}
