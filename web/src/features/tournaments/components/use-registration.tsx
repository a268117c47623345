import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { useState, type ComponentType, type ComponentProps, type ReactNode } from 'react';
import { toast } from '../../../lib/toast-store.ts';
import type { RegistrationDialog, Registered } from './registration-dialog.tsx';

type Dialog = ComponentType<ComponentProps<typeof RegistrationDialog>>;

const load = async (): Promise<Dialog> => (await import('./registration-dialog.tsx')).RegistrationDialog;

export interface Registration {
  /** For the buttons that open the form. */
  trigger: { onClick: () => void; onPointerEnter: () => void; onFocus: () => void; busy: boolean; 'aria-haspopup': 'dialog' };
  dialog: ReactNode;
  /** What came of it, once sent. */
  registered: Registered | null;
}

/** The registration form: fetched when somebody reaches for it, kept with what was typed when it is closed. */
export const useRegistration = (event: PublicEvent | undefined): Registration => {
  const [Form, setForm] = useState<Dialog | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const [registered, setRegistered] = useState<Registered | null>(null);

  const ahead = () => void load().catch(() => undefined);
  const open = () => {
    setOpen(true);
    if (Form !== null) return;
    setLoading(true);
    load()
      .then(
        (loaded) => setForm(() => loaded),
        () => {
          setOpen(false);
          toast({ title: 'Registration failed', description: 'The form could not be loaded. Check your connection and try again.', variant: 'destructive' });
        },
      )
      .finally(() => setLoading(false));
  };

  return {
    trigger: { onClick: open, onPointerEnter: ahead, onFocus: ahead, busy: isLoading, 'aria-haspopup': 'dialog' },
    dialog: Form !== null && <Form event={event} open={isOpen} onClose={() => setOpen(false)} onRegistered={setRegistered} />,
    registered,
  };
};
