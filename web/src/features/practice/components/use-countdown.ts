import { useEffect, useEffectEvent, useState } from 'react';
import { markPassed, remaining, type Mark, type Timer } from '../timer.ts';

/** Often enough that the display skips no second. */
const LOOK_EVERY_MS = 200;

/**
 * The current time (milliseconds since 1970), updated while the timer runs and when the page becomes visible again. Calls `onMark` with
 * each mark that was passed. `look` reads the clock and updates `now`; call it when the timer starts, so that `now` is not stale.
 */
export const useCountdown = (timer: Timer, onMark: (mark: Mark) => void): { now: number; look: () => number } => {
  const [now, setNow] = useState(() => Date.now());
  const reportMark = useEffectEvent(onMark);

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
      if (mark !== undefined) reportMark(mark);
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
