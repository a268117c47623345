import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { useCallback, useEffect, useState, type ComponentType, type ComponentProps, type ReactNode } from 'react';
import { useLocation, useNavigate, type Path } from 'react-router-dom';
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

/** Of the address while the form is open: a link to it also works before the scripts of the page have loaded. */
const FORM = '#register';

export interface Registration {
  /** For the links that open the form. */
  trigger: {
    to: Partial<Path>;
    onPointerEnter: () => void;
    onFocus: () => void;
    'aria-haspopup': 'dialog';
  };
  dialog: ReactNode;
  /** The result, once the form was accepted. */
  registered: Registered | null;
}

/** The registration form. It loads when a visitor points at its link, and keeps its input when it is closed. */
export const useRegistration = (event: PublicEvent | undefined): Registration => {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const [dialogs, setDialogs] = useState<Dialogs | null>(null);
  const [registered, setRegistered] = useState<Registered | null>(null);
  const [isEnteredOpen, setEnteredOpen] = useState(false);

  const isOpen = hash === FORM;
  const close = useCallback(() => void navigate({ search, hash: '' }, { replace: true }), [navigate, search]);
  useEffect(() => {
    if (!isOpen) return;
    load().then(setDialogs, () => {
      close();
      toast({
        title: 'Registration failed',
        description: 'The form could not be loaded. Check your connection and try again.',
        variant: 'destructive',
      });
    });
  }, [isOpen, close]);

  const ahead = () => void load().catch(() => undefined);
  return {
    trigger: { to: { search, hash: FORM }, onPointerEnter: ahead, onFocus: ahead, 'aria-haspopup': 'dialog' },
    dialog: dialogs !== null && (
      <>
        <dialogs.Form
          event={event}
          open={isOpen}
          onClose={close}
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
