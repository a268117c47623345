import { timingSafeEqual } from 'node:crypto';

/** Whether a link carries a registration's key, in a time that does not tell how much of it is right. */
export const isSameKey = (expected: string, given: string): boolean => {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
};
