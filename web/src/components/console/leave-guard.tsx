import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

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

/** Asks for a confirmation before a page with unsaved text closes (the browser's own dialog) or a link leaves it (our dialog). */
export const LeaveGuard = ({ isActive }: { isActive: boolean }) => {
  const navigate = useNavigate();
  const [goal, setGoal] = useState<string | null>(null);
  useEffect(() => {
    if (!isActive) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onPress = (event: MouseEvent) => {
      const place = placeOf(event);
      // A skip link stays on the page.
      if (place === null || place.split('#')[0] === window.location.pathname + window.location.search) return;
      event.preventDefault();
      event.stopPropagation();
      setGoal(place);
    };
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onPress, true);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onPress, true);
    };
  }, [isActive]);
  return (
    <Dialog
      open={goal !== null}
      onClose={() => setGoal(null)}
      title="Leave without saving?"
      footer={
        <>
          <Button variant="primary" onClick={() => setGoal(null)}>
            Stay here
          </Button>
          <Button onClick={() => goal !== null && void navigate(goal)}>Leave</Button>
        </>
      }
    >
      <p>Your changes are not saved. This browser keeps them, and they are here when you come back.</p>
    </Dialog>
  );
};
