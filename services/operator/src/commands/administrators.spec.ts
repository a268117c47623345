import { describe, expect, it } from 'vitest';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import type { Tools } from '../command.ts';
import { activateAdministrator, listAdministrators } from './administrators.ts';

/** Identity's answer. */
const answering = (answer: unknown): Tools => ({
  rpc: () => Promise.resolve({ call: () => Promise.resolve(answer) } as unknown as RpcClient),
  queues: () => Promise.reject(new Error('No queues')),
  readSecret: () => Promise.reject(new Error('No secret')),
});

const ada = {
  id: '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'owner',
  isActive: true,
  hasSecondFactor: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastLoginAt: '2026-01-02T00:00:00.000Z',
};

describe('an administrator', () => {
  it('is listed as invited until the first login', async () => {
    const invited = { ...ada, lastLoginAt: null };
    const { lines } = await listAdministrators.run(
      [],
      {},
      answering([ada, invited, { ...ada, isActive: false }, { ...invited, isActive: false }]),
    );
    expect(lines).toEqual([
      'ada@example.com  Ada  owner  may log in  password alone  last login 2026-01-02T00:00:00.000Z',
      'ada@example.com  Ada  owner  invited  password alone  last login never',
      'ada@example.com  Ada  owner  kept out  password alone  last login 2026-01-02T00:00:00.000Z',
      'ada@example.com  Ada  owner  kept out  password alone  last login never',
    ]);
  });

  it('is invited again where an active account never had a login', async () => {
    const activate = (outcome: string) => activateAdministrator.run([ada.email], {}, answering({ outcome }));
    expect((await activate('changed')).lines).toEqual(['ada@example.com may log in again.']);
    expect((await activate('invited')).lines).toEqual([
      'ada@example.com is invited again and has never logged in. Earlier links do not work: send a new one with invite-administrator.',
    ]);
  });
});
