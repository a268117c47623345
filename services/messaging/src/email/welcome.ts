import type { membershipChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';

const DAY_MS = 24 * 3_600_000;
/** A calendar period at its longest, with some days for a first payment that came late. */
const FIRST_PERIOD_DAYS = { monthly: 31 + 4, annual: 366 + 4 } as const;

type Membership = Pick<EventPayload<typeof membershipChanged>, 'access' | 'plan' | 'startedAt' | 'currentPeriodEnd'>;

/**
 * Whether a membership's event is an occasion to say welcome: its member area is open, and it is in its first period. Someone
 * whose subscription renewed before this system heard of it, as when an existing association moves in, has been a member
 * for long. It looks at the event alone, so a late one says the same as a fresh one.
 */
export const isWelcome = ({ access, plan, startedAt, currentPeriodEnd }: Membership): boolean =>
  access && Date.parse(currentPeriodEnd) - Date.parse(startedAt) <= FIRST_PERIOD_DAYS[plan] * DAY_MS;
