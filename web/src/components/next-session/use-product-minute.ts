import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { eventsQuery } from '../events/list-events.ts';

const MINUTE = 60_000;

/**
 * The present minute by the product's clock, in milliseconds since 1970; it changes once a minute. The server sends its time with
 * the events; until they load, and when they fail to load, it is the browser's.
 */
export const useProductMinute = (): number => {
  const { data, dataUpdatedAt } = useQuery(eventsQuery);
  const ahead = data?.[0] === undefined ? 0 : Date.parse(data[0].now) - dataUpdatedAt;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const look = () => {
      const instant = Date.now();
      setNow((before) => (Math.floor(before / MINUTE) === Math.floor(instant / MINUTE) ? before : instant));
    };
    const interval = setInterval(look, 1_000);
    return () => clearInterval(interval);
  }, []);
  return now + ahead;
};
