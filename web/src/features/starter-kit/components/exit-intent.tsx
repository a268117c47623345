import { lazy, Suspense, useEffect, useState } from 'react';
import { useMemberToken } from '../../../lib/member-session.ts';
import { STARTER_KIT_REQUEST } from '../../../lib/starter-kit-request.ts';
import { leavesAtTop } from '../leaves-at-top.ts';

const loadDialog = () => import('./starter-kit-dialog.tsx');
const StarterKitDialog = lazy(loadDialog);

// Of this page load: moving from page to page within the site does not begin a new one.
let wasOffered = false;

/**
 * Offers the starter kit to whoever is about to leave, at most once per page load, never over another dialog and never to a
 * member; and opens it whenever it is asked for with the browser event. Its own part is loaded when it is first needed.
 */
export const ExitIntent = () => {
  const isSignedIn = useMemberToken() !== null;
  const [isNeeded, setNeeded] = useState(false);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    const open = () => {
      wasOffered = true;
      setNeeded(true);
      setOpen(true);
    };
    const offer = () => {
      if (!wasOffered && document.querySelector('dialog[open]') === null) open();
    };
    const onLeave = (event: MouseEvent) => {
      if (wasOffered || isSignedIn || !leavesAtTop(event, window.innerWidth)) return;
      // Offered only when it can be shown: a part that does not come is no reason to trouble anybody.
      loadDialog().then(offer, () => undefined);
    };
    window.addEventListener(STARTER_KIT_REQUEST, open);
    document.addEventListener('mouseout', onLeave);
    return () => {
      window.removeEventListener(STARTER_KIT_REQUEST, open);
      document.removeEventListener('mouseout', onLeave);
    };
  }, [isSignedIn]);

  return (
    isNeeded && (
      <Suspense>
        <StarterKitDialog open={isOpen} onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
};
