import type { KnownPerson } from '@lectern/contracts/system/people-http';

/** The former name of an account that staff corrected on this page, and when that was. */
export interface Renamed {
  readonly firstName: string;
  readonly lastName: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Registrations in the former name may also be of events that are over, and stay. */
const FOLLOWED_BY_MS = 15_000;

/** Whether rows of the page may still follow a correction: other services store it by event, a moment later. */
export const isFollowing = (
  { registrations, workshops }: Pick<KnownPerson, 'registrations' | 'workshops'>,
  { firstName, lastName, at }: Renamed,
  now: number,
): boolean =>
  now - at < FOLLOWED_BY_MS &&
  [...registrations, ...workshops].some((row) => row.firstName === firstName && row.lastName === lastName);
