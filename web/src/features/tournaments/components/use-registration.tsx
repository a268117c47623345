import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { useState, type ComponentType, type ComponentProps, type ReactNode } from 'react';
import { toast } from '../../../lib/toast-store.ts';
import type { EnteredDialog } from './entered-dialog.tsx';
import type { RegistrationDialog, Registered } from './registration-dialog.tsx';

interface Dialogs {
  Form: ComponentType<ComponentProps<typeof RegistrationDialog>>;
  Entered: ComponentType<ComponentProps<typeof EnteredDialog>>;
}

const load = async (): Promise<Dialogs> => {
  const [{ RegistrationDialog: Form }, { EnteredDialog: Entered }] = await Promise.all([
    import('./registration-dialog.tsx'),
    import('./entered-dialog.tsx'),
  ]);
  return { Form, Entered };
};

export interface Registration {
  /** For the buttons that open the form. */
  trigger: {
    onClick: () => void;
    onPointerEnter: () => void;
    onFocus: () => void;
    busy: boolean;
    'aria-haspopup': 'dialog';
  };
  dialog: ReactNode;
  /** The result, once the form was accepted. */
  registered: Registered | null;
}

/** The registration form. It loads when a visitor points at its button, and keeps its input when it is closed. */
export const useRegistration = (event: PublicEvent | undefined): Registration => {
  const [dialogs, setDialogs] = useState<Dialogs | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const [registered, setRegistered] = useState<Registered | null>(null);
  const [isEnteredOpen, setEnteredOpen] = useState(false);

  const ahead = () => void load().catch(() => undefined);
  const open = () => {
    setOpen(true);
    if (dialogs !== null) return;
    setLoading(true);
    load()
      .then(
        (loaded) => setDialogs(loaded),
        () => {
          setOpen(false);
          toast({
            title: 'Registration failed',
            description: 'The form could not be loaded. Check your connection and try again.',
            variant: 'destructive',
          });
        },
      )
      .finally(() => setLoading(false));
  };

  return {
    trigger: { onClick: open, onPointerEnter: ahead, onFocus: ahead, busy: isLoading, 'aria-haspopup': 'dialog' },
    dialog: dialogs !== null && (
      <>
        <dialogs.Form
          event={event}
          open={isOpen}
          onClose={() => setOpen(false)}
          onRegistered={(done) => {
            setRegistered(done);
            setEnteredOpen(done.answer.payment !== undefined || done.answer.correctionToken !== undefined);
          }}
        />
        {registered !== null && (
          <dialogs.Entered
            registered={registered}
            open={isEnteredOpen}
            onClose={() => setEnteredOpen(false)}
            onCorrected={setRegistered}
          />
        )}
      </>
    ),
    registered,
  };
};
