import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Program } from '@lectern/contracts/billing/model';
import { parsePlan, savings } from '../../config/plans.ts';
import { rememberedPlan, rememberPlan } from './chosen-plan.ts';
import { discountOn } from './discount.ts';
import { membershipPrices } from './membership-prices.ts';
import { POLL_FOR_MS, pollInterval } from '../../components/checkout/poll-interval.ts';
import { conversionOf, reportConversion } from './report-conversion.ts';

const club: Program = {
  id: '11111111-1111-4111-8111-111111111111',
  type: 'debate_club',
  name: 'Weekly Debate Club',
  description: '',
  priceMonthly: 9_500,
  priceAnnual: 95_000,
  stripePriceIdMonthly: 'price_m',
  stripePriceIdAnnual: 'price_a',
  priceOnce: null,
  stripePriceIdOnce: null,
  benefits: [],
};

describe('prices', () => {
  it('are the debate club’s, by plan', () => {
    expect(membershipPrices([{ ...club, type: 'bootcamps' }, club])).toEqual({
      monthly: { id: 'price_m', cents: 9_500 },
      annual: { id: 'price_a', cents: 95_000 },
    });
  });

  it('are not guessed when the server offers none', () => {
    expect(() => membershipPrices([])).toThrow();
    expect(() => membershipPrices([{ ...club, stripePriceIdAnnual: null }])).toThrow();
  });

  it('show the specified saving', () => {
    expect(savings).toEqual({ saving: '$190', insteadOf: '$1,140', perMonth: '$79.17' });
  });

  it('take off a percentage, or exactly a fixed amount, never more than the price', () => {
    expect(discountOn(9_500, { percent: 20 })).toBe(1_900);
    expect(discountOn(9_500, { percent: 21, amountOff: 2_000 })).toBe(2_000);
    expect(discountOn(9_500, { percent: 100, amountOff: 20_000 })).toBe(9_500);
  });
});

describe('the plan', () => {
  it('is monthly unless annual is named', () => {
    expect([parsePlan('annual'), parsePlan('monthly'), parsePlan('weekly'), parsePlan(null)]).toEqual([
      'annual',
      'monthly',
      'monthly',
      'monthly',
    ]);
  });
});

describe('polling', () => {
  it('becomes gentler and ends', () => {
    const waits = [1, 2, 3, 10, 50].map((asked) => pollInterval(asked, 1_000) as number);
    expect(waits).toEqual([...waits].sort((one, other) => one - other));
    expect(waits.at(-1)).toBe(10_000);
    expect(pollInterval(3, POLL_FOR_MS)).toBe(false);
  });
});

describe('the conversion', () => {
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    Object.assign(globalThis, {
      window: {},
      sessionStorage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => stored.set(key, value),
      },
    });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'window');
    Reflect.deleteProperty(globalThis, 'sessionStorage');
  });

  it('is worth 95 for monthly and 950 for annual', () => {
    expect(conversionOf('cs_1', 'monthly', 'ada@example.org')).toEqual({
      event: 'conversion',
      transaction_id: 'cs_1',
      currency: 'USD',
      value: 95,
      plan_type: 'monthly',
      customer_email: 'ada@example.org',
    });
    expect(conversionOf('cs_1', 'annual', null).value).toBe(950);
  });

  it('is reported once per checkout session', () => {
    reportConversion(conversionOf('cs_1', 'monthly', null));
    reportConversion(conversionOf('cs_1', 'monthly', null));
    reportConversion(conversionOf('cs_2', 'monthly', null));
    expect(window.dataLayer).toHaveLength(2);
  });

  it('knows the plan that was chosen before the payment page', () => {
    expect(rememberedPlan()).toBeNull();
    rememberPlan('annual');
    expect(rememberedPlan()).toBe('annual');
  });
});
