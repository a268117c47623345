import { useCallback, useEffect, useRef, useState, type ComponentProps } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Stack } from '../ui/layout.tsx';
import { FormDialogContext } from './form-dialog-context.ts';
import { useBackGuard } from './use-back-guard.ts';

/**
 * A dialog with a form. Once something was typed, closing it by mistake (Escape, a press beside it, its cross, the browser's Back, leaving the page) asks
 * for a confirmation first. The form's own buttons close it without a question.
 */
export const FormDialog = ({ open, onClose, children, ...rest }: ComponentProps<typeof Dialog>) => {
  const [isTyped, setTyped] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const forgetDraft = useRef<(() => void) | null>(null);
  const onDraft = useCallback((forget: (() => void) | null) => {
    forgetDraft.current = forget;
  }, []);
  // The next form begins without typed values.
  if (!open && isTyped) setTyped(false);
  useEffect(() => {
    if (!isTyped) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [isTyped]);
  useBackGuard(open && isTyped, (goOn) => {
    // A draft is here on the next visit.
    if (forgetDraft.current === null) setAsking(true);
    else goOn();
  });
  return (
    <>
      <Dialog open={open} onClose={() => (isTyped ? setAsking(true) : onClose())} {...rest}>
        <FormDialogContext value={onDraft}>
          <Stack gap={4} onInput={() => setTyped(true)}>
            {children}
          </Stack>
        </FormDialogContext>
      </Dialog>
      <Dialog
        open={open && isAsking}
        onClose={() => setAsking(false)}
        title="Discard what you typed?"
        footer={
          <>
            <Button variant="primary" data-begins="" onClick={() => setAsking(false)}>
              Keep typing
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                forgetDraft.current?.();
                setAsking(false);
                onClose();
              }}
            >
              Discard
            </Button>
          </>
        }
      >
        <p>It is not saved.</p>
      </Dialog>
    </>
  );
};
