import { networkOf } from '@lectern/service-kit/load/network-of';

/** How many unpaid seats or entries of an event a network has at most, before `RATE_LIMIT_SCALE`. */
const MOST_UNPAID = 6;

/** From where a visitor registers, and how many unpaid registrations of an event are taken from there. */
export const visitorNetwork = (
  ipAddress: string | null,
  scale: number,
): { readonly address: string; readonly most: number } | undefined =>
  ipAddress === null
    ? undefined
    : { address: networkOf(ipAddress), most: Math.max(1, Math.floor(MOST_UNPAID * scale)) };
