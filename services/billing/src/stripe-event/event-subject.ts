import type Stripe from 'stripe';
import { idOf } from '../stripe/expandable.ts';

/** The subject of an event. Its other contents may be old or out of order, so nothing else of it is kept. */
export interface EventSubject {
  readonly customerId: string | null;
  readonly sessionId: string | null;
  /** Of a dispute, which names no customer. */
  readonly chargeId: string | null;
}

interface AnyObject {
  readonly object: string;
  readonly id: string;
  readonly customer?: string | { id: string } | null;
  readonly charge?: string | { id: string } | null;
}

export const subjectOf = (event: Stripe.Event): EventSubject => {
  const subject = event.data.object as unknown as AnyObject;
  const customerId = subject.object === 'customer' ? subject.id : idOf(subject.customer);
  return {
    customerId,
    sessionId: subject.object === 'checkout.session' ? subject.id : null,
    chargeId: customerId === null ? idOf(subject.charge) : null,
  };
};
