import { useEffect } from 'react';

/** For what takes the place of a whole page: the focus goes to its start, for those who listen to the page. */
export const useFocusMain = (): void => {
  useEffect(() => {
    document.getElementById('main')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
};
