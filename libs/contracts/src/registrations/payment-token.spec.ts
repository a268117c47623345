import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { paymentToken, readPaymentToken } from './payment-token.ts';

describe('the token of a payment link', () => {
  it('names registration and key in one word that needs no escaping', () => {
    const link = { registrationId: randomUUID(), key: randomUUID() };
    expect(paymentToken(link)).toMatch(/^[\w-]{43}$/);
    expect(readPaymentToken(paymentToken(link))).toEqual(link);
  });

  it.each(['', 'cut-off', randomUUID(), `${paymentToken({ registrationId: randomUUID(), key: randomUUID() })}=`])('is not read from %p', (token) => {
    expect(readPaymentToken(token)).toBeNull();
  });
});
