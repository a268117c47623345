import { lazy, Suspense, useEffect, useState } from 'react';
import { useMemberToken } from '../../../lib/member-session.ts';
import { STARTER_KIT_REQUEST } from '../../../lib/starter-kit-request.ts';
import { leavesAtTop } from '../leaves-at-top.ts';

const loadDialog = () => import('./starter-kit-dialog.tsx');
const StarterKitDialog = lazy(loadDialog);

// Per page load: navigation within the site does not reset it.
let wasOffered = false;

/**
 * Offers the starter kit to a visitor who is about to leave, at most once per page load, never over another dialog and never to a
 * signed-in member. Also opens it on the browser event. The dialog loads when it is first needed.
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
      // When the dialog fails to load there is no offer, and no error.
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
