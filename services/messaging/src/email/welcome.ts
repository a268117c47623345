import type { membershipChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';

const DAY_MS = 24 * 3_600_000;
/** The longest calendar period, with some days for a late first payment. */
const FIRST_PERIOD_DAYS = { monthly: 31 + 4, annual: 366 + 4 } as const;

type Membership = Pick<EventPayload<typeof membershipChanged>, 'access' | 'plan' | 'startedAt' | 'currentPeriodEnd'>;

/**
 * Whether a membership's event is an occasion for the welcome email: it has access, and it is in its first period. A subscription
 * that renewed before this system knew it, as when an existing association moves in, belongs to a member of long standing. The
 * result depends on the event alone, so a late event gives the same one.
 */
export const isWelcome = ({ access, plan, startedAt, currentPeriodEnd }: Membership): boolean =>
  access && Date.parse(currentPeriodEnd) - Date.parse(startedAt) <= FIRST_PERIOD_DAYS[plan] * DAY_MS;
