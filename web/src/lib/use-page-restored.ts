import { useEffect } from 'react';

/** Runs when the browser brings the page back as it was left, for instance with Back from the payment page. */
export const usePageRestored = (onRestored: () => void): void => {
  useEffect(() => {
    const listener = (event: PageTransitionEvent) => {
      if (event.persisted) onRestored();
    };
    window.addEventListener('pageshow', listener);
    return () => window.removeEventListener('pageshow', listener);
  }, [onRestored]);
};
