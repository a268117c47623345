import { useEffect, useEffectEvent } from 'react';

/**
 * While active, the browser's Back and Forward stay on the page and call `onBack` with a function that goes there after all. A browser without
 * the Navigation API, or one that refuses to stay because nothing was pressed since the last time, goes immediately.
 */
export const useBackGuard = (isActive: boolean, onBack: (goOn: () => void) => void): void => {
  const ask = useEffectEvent(onBack);
  useEffect(() => {
    if (!isActive || !('navigation' in window)) return;
    const { navigation } = window;
    let isLeaving = false;
    const onNavigate = (event: NavigateEvent) => {
      if (isLeaving || event.navigationType !== 'traverse' || !event.cancelable) return;
      event.preventDefault();
      const { key } = event.destination;
      ask(() => {
        isLeaving = true;
        navigation.traverseTo(key);
      });
    };
    navigation.addEventListener('navigate', onNavigate);
    return () => navigation.removeEventListener('navigate', onNavigate);
  }, [isActive]);
};
