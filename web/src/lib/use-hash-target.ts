import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolls to the element that the address names, once the page that has it is there, and at every press of such a link. */
export const useHashTarget = (): void => {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === '') return;
    document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash, key]);
};
