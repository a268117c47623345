import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether the page runs in its reader's browser. False while it is prerendered and at the first render, so that parts that depend on
 * the reader (their clock, their time zone) render after the parts that are the same for everybody.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
