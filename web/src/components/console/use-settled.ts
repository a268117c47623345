import { useEffect, useState } from 'react';

const PAUSE_MS = 400;

/** The latest value, once it has not changed for `PAUSE_MS` milliseconds. */
export const useSettled = <T>(value: T): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};
