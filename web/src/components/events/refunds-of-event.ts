import { isEverPriced } from '@lectern/contracts/registrations/event-prices';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { refundWords } from '@lectern/contracts/registrations/refund-policy';

/** The refund of a withdrawal from a new entry, in words; null where the event says nothing of it, or costs nothing. */
export const refundsOfEvent = (event: PublicEvent): string | null =>
  isEverPriced(event) ? refundWords(event.refundSteps ?? [], event.timezone, new Date(event.now)) : null;
