import { expect, it } from 'vitest';
import { isTimeZone } from './time-zone.ts';

it.each(['America/Los_Angeles', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Europe/London', 'UTC'])(
  '%s is a time zone',
  (name) => {
    expect(isTimeZone(name)).toBe(true);
  },
);

it.each(['', 'EST', 'PST', '+05:00', 'Los Angeles', 'America/Atlantis', 'America/', '/', 'America/Los_Angeles; DROP'])(
  '“%s” is none',
  (name) => {
    expect(isTimeZone(name)).toBe(false);
  },
);
