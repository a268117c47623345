import { formatCentsShort } from '@lectern/contracts/money';
import { nextPrice } from '@lectern/contracts/registrations/event-prices';
import type { PublicEvent } from '@lectern/contracts/registrations/model';

/** In the event's own zone: "Nov 1", with the time where it is not the beginning of the day, or always (`withTime`). */
const monthDay = (instant: string, timeZone: string, withTime: boolean): string => {
  const words = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(new Date(instant));
  const day = { month: 'short', day: 'numeric' } as const;
  return withTime || words({ timeStyle: 'medium' }) !== '12:00:00 AM'
    ? words({ ...day, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
    : words(day);
};

type Priced = Pick<PublicEvent, 'price' | 'setup' | 'timezone' | 'now'>;

/** The price of an event with the next one: "$40 until Nov 1, then $50"; "$40" where it stays. */
export const priceWords = (event: Priced, withTime = false): string => {
  const next = nextPrice(event, new Date(event.now));
  const price = formatCentsShort(event.price);
  return next === null
    ? price
    : `${price} until ${monthDay(next.from, event.timezone, withTime)}, then ${formatCentsShort(next.price)}`;
};
