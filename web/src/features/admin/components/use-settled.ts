import { useEffect, useState } from 'react';

const PAUSE_MS = 400;

/** What was last given, once it has stayed the same for a moment. */
export const useSettled = <T>(value: T): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};
