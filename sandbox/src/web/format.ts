/** Cents as people read them, as `$95.00`. */
export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

/** Unix seconds as `20 Nov 2026`. */
export function date(seconds: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1000);
}

/** Unix seconds as `20 Nov 2026, 13:26 UTC`. */
export function time(seconds: number | null | undefined): string {
  if (seconds == null) return '';
  return `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(seconds * 1000)} UTC`;
}
