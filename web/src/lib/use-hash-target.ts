import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolls to the element that the hash names, once its page has rendered, and at every press of such a link. */
export const useHashTarget = (): void => {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === '') return;
    document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash, key]);
};
