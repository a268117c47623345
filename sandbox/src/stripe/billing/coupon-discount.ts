/** The discount of a coupon: a percentage, or an amount in cents. */
export interface CouponTerms {
  percent_off: number | null;
  amount_off: number | null;
  applies_to?: { products: string[] };
}

export interface DiscountedLine {
  /** Cents before the discount. */
  amount: number;
  product: string;
}

/**
 * The discount on each line, in cents. A percentage is rounded once, on the sum of the lines it applies to;
 * an amount takes off at most that sum. The sum of the parts is exactly the whole discount.
 */
export const discountLines = (coupon: CouponTerms, lines: readonly DiscountedLine[]): number[] => {
  const products = coupon.applies_to?.products;
  const eligible = lines.map((line) => (products === undefined || products.includes(line.product) ? line.amount : 0));
  const base = eligible.reduce((sum, amount) => sum + amount, 0);
  const off =
    coupon.percent_off === null
      ? (coupon.amount_off ?? 0)
      : Math.round((base * Math.round(coupon.percent_off * 10_000)) / 1_000_000);
  const whole = Math.min(base, off);
  let before = 0;
  let given = 0;
  return eligible.map((amount) => {
    before += amount;
    const upToHere = base === 0 ? 0 : Math.round((whole * before) / base);
    const part = upToHere - given;
    given = upToHere;
    return part;
  });
};
