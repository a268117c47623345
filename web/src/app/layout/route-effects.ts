import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** After a navigation: scrolls to the top of the page and moves the focus there, for screen readers. */
export const useRouteEffects = (): void => {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
    // On Back the browser restores the scroll position; a hash is followed by the page itself.
    if (type !== NavigationType.Pop && hash === '') window.scrollTo(0, 0);
  }, [pathname, hash, type]);
};
