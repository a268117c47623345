import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useBackGuard } from './use-back-guard.ts';

/** The path on this site that a click opens in this tab; null for any other click. */
const placeOf = (event: MouseEvent): string | null => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (
    link === null ||
    link.target === '_blank' ||
    link.closest('[data-preview]') !== null ||
    link.origin !== window.location.origin
  )
    return null;
  return link.pathname + link.search + link.hash;
};

/**
 * Asks for a confirmation before a page with unsaved text closes (the browser's own dialog) or a link leaves it (our dialog). `lost` says what
 * is lost where nothing keeps the text: then the browser's Back asks as well.
 */
export const LeaveGuard = ({ isActive, lost }: { isActive: boolean; lost?: ReactNode }) => {
  const navigate = useNavigate();
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  useBackGuard(isActive && lost !== undefined, (back) => setGoOn(() => back));
  useEffect(() => {
    if (!isActive) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onPress = (event: MouseEvent) => {
      const place = placeOf(event);
      // A skip link stays on the page.
      if (place === null || place.split('#')[0] === window.location.pathname + window.location.search) return;
      event.preventDefault();
      event.stopPropagation();
      setGoOn(() => () => void navigate(place));
    };
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onPress, true);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onPress, true);
    };
  }, [isActive, navigate]);
  return (
    <Dialog
      open={goOn !== null}
      onClose={() => setGoOn(null)}
      title="Leave without saving?"
      footer={
        <>
          <Button variant="primary" onClick={() => setGoOn(null)}>
            Stay here
          </Button>
          <Button onClick={() => goOn?.()}>Leave</Button>
        </>
      }
    >
      <p>{lost ?? 'Your changes are not saved. This browser keeps them, and they are here when you come back.'}</p>
    </Dialog>
  );
};
