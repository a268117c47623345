import { describe, expect, it } from 'vitest';
import { type MailFaults, MailTroubles, NO_MAIL_FAULTS, readMailFaults } from './mail-faults.ts';

const REQUESTS = 2_000;

const metBy = (troubles: MailTroubles): string =>
  Array.from({ length: REQUESTS }, () => troubles.next())
    .map(({ refused, cut }) => (refused ? 'r' : cut ? 'c' : '-'))
    .join('');

describe('faults of sending', () => {
  const asked = (body: object): MailFaults => {
    const faults = readMailFaults(body);
    if (typeof faults === 'string') throw new Error(faults);
    return faults;
  };
  const SHARES = { refuse: 0.05, acceptThenCut: 0.05, status: 503 };

  it('hit the same requests under the same seed, and others under another seed', () => {
    const met = metBy(new MailTroubles(asked({ ...SHARES, seed: 7 })));
    expect(metBy(new MailTroubles(asked({ ...SHARES, seed: 7 })))).toBe(met);
    expect(metBy(new MailTroubles(asked({ ...SHARES, seed: 8 })))).not.toBe(met);
  });

  it('are random without a seed, and their returned seed repeats them', () => {
    const drawn = new MailTroubles(asked(SHARES));
    expect(metBy(new MailTroubles(asked({ ...SHARES, seed: drawn.faults.seed })))).toBe(metBy(drawn));
  });

  it('hit about the configured share of requests, each kind separately', () => {
    const met = metBy(new MailTroubles(asked({ refuse: 0.05, acceptThenCut: 0.2, seed: 1 })));
    const share = (what: string): number => met.split(what).length / REQUESTS;
    expect(Math.abs(share('r') - 0.05)).toBeLessThan(0.02);
    expect(Math.abs(share('c') - 0.19)).toBeLessThan(0.04);
  });

  it('hit no request when none are configured, and every request when all are', () => {
    expect(new Set(metBy(new MailTroubles(NO_MAIL_FAULTS)))).toEqual(new Set('-'));
    expect(new Set(metBy(new MailTroubles(asked({ status: 500 }))))).toEqual(new Set('r'));
    expect(new Set(metBy(new MailTroubles(asked({ acceptThenCut: 1 }))))).toEqual(new Set('c'));
  });

  it.each([[{ seed: 1.5 }], [{ seed: -1 }], [{ seed: '7' }]])('are refused with %j', (body) => {
    expect(readMailFaults(body)).toMatch(/^seed is a/);
  });
});
