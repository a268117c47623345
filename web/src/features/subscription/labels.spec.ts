import { describe, expect, it } from '@jest/globals';
import { intervalName, paymentLabel, subscriptionLabel } from './labels.ts';

describe('labels', () => {
  it.each([
    ['active', 'Active'],
    ['cancelled', 'Cancelled'],
    ['past_due', 'Past Due'],
    ['incomplete', 'Inactive'],
  ])('call a subscription that is %s "%s"', (status, text) => {
    expect(subscriptionLabel(status).text).toBe(text);
  });

  it.each([
    ['succeeded', 'Paid'],
    ['pending', 'Pending'],
    ['refunded', 'Refunded'],
    ['failed', 'Failed'],
    ['anything', 'Failed'],
  ])('call a payment that is %s "%s"', (status, text) => {
    expect(paymentLabel(status).text).toBe(text);
  });

  it('call every interval but a month annual', () => {
    expect([intervalName('month'), intervalName('year'), intervalName(null)]).toEqual(['Monthly', 'Annual', 'Annual']);
  });
});
