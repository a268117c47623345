import { useEffect, useState } from 'react';

/** The latest value, once it has not changed for `pauseMs` milliseconds. */
export const useSettled = <T>(value: T, pauseMs = 400): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
};
