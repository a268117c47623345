import type Stripe from 'stripe';

/**
 * An object of Stripe's API as it travels: references stand as ids (expansion happens on the way out) and decimals as
 * strings. Derived from the SDK's own types, so that a field Stripe renames stops compiling here.
 */
export type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends readonly (infer Element)[]
    ? WireField<Element>[]
    : T extends object
      ? { [Key in keyof T]: WireField<T[Key]> }
      : T;

type WireField<T> = string extends T ? Exclude<T, object> : Wire<T>;
