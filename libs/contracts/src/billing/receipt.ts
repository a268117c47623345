import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { instant } from '../fields.ts';
import { moved, paidProduct } from './listed-payment.ts';

/**
 * The receipt of a payment that was made. `price`, less `unused`, `discount` and `credit`, is what was charged (`paid`). The same payment has the
 * same receipt until something of it is refunded or its payer changes.
 */
export const receipt = z.object({
  /** The provider's number of an invoice; ours for a single payment. Not without gaps. */
  number: z.string(),
  paidAt: instant(),
  /** Null once the person was erased. */
  payer: z.nullable(z.object({ name: z.nullable(z.string()), email: z.string() })),
  product: paidProduct,
  /** The name of the event; null for a membership. */
  title: z.nullable(z.string()),
  /** When the event begins, as it was when its payment page was opened. Null for a membership. */
  beginsAt: z.nullable(instant()),
  /** The time of membership that was paid for. */
  period: z.nullable(z.object({ from: instant(), until: instant() })),
  /** Cents, as all amounts. */
  price: cents,
  /** For the rest of a period that was paid before, which a change of plan gives back. */
  unused: cents,
  /** Of promo codes. */
  discount: cents,
  /** Paid with the member's credit; negative where credit was added. */
  credit: moved,
  paid: cents,
  /** Until now, with lost disputes. */
  refunded: cents,
  /** Whether staff recorded the payment and undid it: nothing of it was kept, or received at all. */
  isUndone: z.boolean(),
  /** The brand of the card, or the provider's word for another payment method; null where nothing was charged or it is not known yet. */
  method: z.nullable(z.string()),
  last4: z.nullable(z.string()),
});
export type Receipt = z.output<typeof receipt>;
