import { timingSafeEqual } from 'node:crypto';

/** Whether a link carries a registration's key, compared in constant time. */
export const isSameKey = (expected: string, given: string): boolean => {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
};
