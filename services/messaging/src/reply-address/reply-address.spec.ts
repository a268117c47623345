import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { MessagingConfig } from '../config.ts';
import { ReplyAddress } from './reply-address.ts';

const SECRET = '0123456789abcdef0123456789abcdef';
const addressesOf = (settings: Partial<MessagingConfig>) =>
  new ReplyAddress(
    Object.assign(new MessagingConfig(), {
      UNSUBSCRIBE_SECRET: SECRET,
      SUPPORT_EMAIL: 'support@lectern.test',
      INBOUND_DOMAIN: 'reply.lectern.test',
      ...settings,
    }),
  );

it('names a conversation, whatever mail servers do with its case', () => {
  const [id, addresses] = [randomUUID(), addressesOf({})];
  const address = addresses.of(id);
  expect(address.slice(0, address.indexOf('@')).length).toBeLessThanOrEqual(64);
  expect(addresses.conversationOf(address)).toBe(id);
  expect(addresses.conversationOf(address.toUpperCase())).toBe(id);
});

it('of another conversation, domain or secret names none', () => {
  const [id, addresses] = [randomUUID(), addressesOf({})];
  const address = addresses.of(id);
  const hex = (of: string) => of.replaceAll('-', '');
  for (const other of [
    address.replace(hex(id), hex(randomUUID())),
    address.replace('@', '0@'),
    address.replace('@reply.', '@mail.'),
    addressesOf({ UNSUBSCRIBE_SECRET: SECRET.replace('0', '1') }).of(id),
    'support@lectern.test',
    '',
  ])
    expect(addresses.conversationOf(other)).toBeNull();
});

it('stays valid after a change of the secret', () => {
  const id = randomUUID();
  const changed = addressesOf({
    UNSUBSCRIBE_SECRET: SECRET.replace('0', '1'),
    UNSUBSCRIBE_SECRET_ALSO_VALID: [SECRET],
  });
  expect(changed.conversationOf(addressesOf({}).of(id))).toBe(id);
});

it('is the mailbox of the association without a domain', () => {
  const addresses = addressesOf({ INBOUND_DOMAIN: undefined });
  expect(addresses.of(randomUUID())).toBe('support@lectern.test');
  expect(addresses.conversationOf(addressesOf({}).of(randomUUID()))).toBeNull();
});
