import { useEffect } from 'react';

/** For a component that replaces a whole page: moves the focus to its start, for screen readers. */
export const useFocusMain = (): void => {
  useEffect(() => {
    document.getElementById('main')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
};
