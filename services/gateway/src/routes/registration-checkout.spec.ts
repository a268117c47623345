import { expect, it } from 'vitest';
import { createLogger } from '@lectern/service-kit/logging/logger';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import type { ReturnAddress } from '../edge/return-address.ts';
import { RegistrationCheckout } from './registration-checkout.ts';

const payable = {
  registrationId: 'an-entry',
  userId: 'its-account',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Okafor',
  title: 'Spring Open',
  amount: 4_000,
  payBy: null,
  promoCode: null,
};

it.each([
  ['the account’s own to that account', 'its-account', 'its-account'],
  ['a guest’s to another account', 'another-account', null],
  ['a guest’s to a caller who is signed out', null, null],
])('opens a page that is %s, whatever account registrations names', async (_page, callerId, userId) => {
  const asked: unknown[] = [];
  const rpc = { call: async (_contract: unknown, input: unknown) => (asked.push(input), { checkoutUrl: 'a page' }) };
  const checkout = new RegistrationCheckout(
    rpc as unknown as RpcClient,
    { of: (path: string) => path } as ReturnAddress,
    createLogger('test', 'silent'),
  );
  await checkout.open('tournaments', payable, '/pay', callerId, true);
  await checkout.open('bootcamps', payable, '/bootcamps', callerId);
  expect(asked).toEqual([expect.objectContaining({ userId }), expect.objectContaining({ userId })]);
});
