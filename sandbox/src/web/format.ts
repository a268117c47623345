/** Cents as people read them, as `$95.00`. */
export const money = (cents: number, currency: string): string => {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
};

/** Unix seconds as `20 Nov 2026`. */
export const date = (seconds: number): string => {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1000);
};

/** Unix seconds as `20 Nov 2026, 13:26 UTC`. */
export const time = (seconds: number | null | undefined): string => {
  if (seconds == null) return '';
  return `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(seconds * 1000)} UTC`;
};
