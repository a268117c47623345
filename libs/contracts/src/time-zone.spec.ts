import { expect, it } from 'vitest';
import { isTimeZone } from './time-zone.ts';

it.each([
  'America/Los_Angeles',
  'America/Argentina/Buenos_Aires',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'Europe/Kyiv',
  'Europe/London',
  'America/Port-au-Prince',
  'UTC',
])('%s is a time zone', (name) => {
  expect(isTimeZone(name)).toBe(true);
});

it.each([
  '',
  'EST',
  'PST',
  '+05:00',
  'Los Angeles',
  'America/Atlantis',
  'America/',
  '/',
  'America/Los_Angeles; DROP',
  'america/new_york',
  'America/New_york',
  'Asia/KOLKATA',
  'asia/Kolkata',
  'SystemV/PST8',
  'Etc/GMT+5',
  'US/Pacific',
  'utc',
])('“%s” is none', (name) => {
  expect(isTimeZone(name)).toBe(false);
});

it('every zone of a place that the runtime lists is a time zone', () => {
  const listed = Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/') && !name.startsWith('Etc/'));
  expect(listed.filter((name) => !isTimeZone(name))).toEqual([]);
});
