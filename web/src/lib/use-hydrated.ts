import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether the page runs in its reader's browser. False while it is prerendered and in the first moment after it has come, so that
 * what depends on the reader (their clock, their time zone) is drawn after what everybody sees.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
