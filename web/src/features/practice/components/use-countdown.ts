import { useEffect, useEffectEvent, useState } from 'react';
import { markPassed, remaining, type Mark, type Timer } from '../timer.ts';

/** Often enough that no second is skipped before the eye. */
const LOOK_EVERY_MS = 200;

/**
 * The present instant, looked at anew while the timer runs and when the page comes back into sight; `onMark` hears of the moments
 * that were passed. `look` is for who starts it: what is shown must not be of the last look.
 */
export const useCountdown = (timer: Timer, onMark: (mark: Mark) => void): { now: number; look: () => number } => {
  const [now, setNow] = useState(() => Date.now());
  const publishMark = useEffectEvent(onMark);

  useEffect(() => {
    if (timer.endsAt === null) return;
    let before = remaining(timer, Date.now());
    if (before === 0) return;
    const look = () => {
      const instant = Date.now();
      const after = remaining(timer, instant);
      const mark = markPassed(before, after);
      before = after;
      setNow(instant);
      if (mark !== undefined) publishMark(mark);
      if (after === 0) stop();
    };
    const interval = setInterval(look, LOOK_EVERY_MS);
    const stop = () => {
      clearInterval(interval);
      document.removeEventListener('visibilitychange', look);
    };
    document.addEventListener('visibilitychange', look);
    return stop;
  }, [timer]);

  return {
    now,
    look: () => {
      const instant = Date.now();
      setNow(instant);
      return instant;
    },
  };
};
