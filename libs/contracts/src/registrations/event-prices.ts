import type { Cents } from '../money.ts';
import type { EventSetup, LaterPrice } from './event-setup.ts';

/** Of an event, or of its form. */
export interface Prices {
  readonly price: Cents;
  readonly setup?: Pick<EventSetup, 'laterPrices'> | null | undefined;
}

const laterPricesOf = ({ setup }: Pick<Prices, 'setup'>): readonly LaterPrice[] => setup?.laterPrices ?? [];

/** The public price at an instant: that of the event until its first later price begins. */
export const priceAt = (event: Prices, at: Date): Cents =>
  laterPricesOf(event).findLast(({ from }) => new Date(from) <= at)?.price ?? event.price;

/** The price that follows the one of an instant; null where that stays. */
export const nextPrice = (event: Pick<Prices, 'setup'>, at: Date): LaterPrice | null =>
  laterPricesOf(event).find(({ from }) => new Date(from) > at) ?? null;

/** Whether an entry costs anything, now or later. */
export const isEverPriced = (event: Prices): boolean =>
  event.price > 0 || laterPricesOf(event).some(({ price }) => price > 0);
