import { humanize } from '../../lib/format.ts';

const show = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : JSON.stringify(value);

/** The details of an admin action as one readable line: "Email: ada@example.org, Count: 3". */
export const describeDetails = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `${humanize(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase())}: ${show(value)}`)
    .join(', ');
