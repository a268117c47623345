import { expect, it } from 'vitest';
import { originInWords } from './origin-in-words.ts';

it.each([
  ['192.0.2.7', 'curl/8.9.1', false, '192.0.2.7', 'curl/8.9.1'],
  [null, null, false, 'Unknown IP address', 'Unknown browser'],
  ['192.0.2.0', null, true, 'Network 192.0.2.0/24', 'Browser no longer stored'],
  ['2001:db8:1::', null, true, 'Network 2001:db8:1::/48', 'Browser no longer stored'],
  [null, null, true, 'Unknown network', 'Browser no longer stored'],
])(
  'shows the origin %p and %p (shortened: %p) as %p and %p',
  (ipAddress, userAgent, isOriginShortened, address, browser) => {
    expect(originInWords({ ipAddress, userAgent, isOriginShortened })).toEqual({ address, browser });
  },
);
