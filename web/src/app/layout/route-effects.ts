import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** After a move to another page: start at its top, and put the focus there for those who listen to the page. */
export const useRouteEffects = (): void => {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
    // Going back, the browser itself returns to where one was; a hash is the page's own to follow.
    if (type !== NavigationType.Pop && hash === '') window.scrollTo(0, 0);
  }, [pathname, hash, type]);
};
