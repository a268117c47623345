import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';

/** The place of this site that a press leads to, in this tab. */
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

/** Asks before a page with unsaved text is left: by the browser itself where its tab goes, by a dialog where a link leads on. */
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
