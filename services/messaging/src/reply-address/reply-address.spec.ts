import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { MessagingConfig } from '../config.ts';
import { setAssociation } from '../testing/set-association.ts';
import { ReplyAddress } from './reply-address.ts';

const SECRET = '0123456789abcdef0123456789abcdef';
const addressesOf = (settings: Partial<MessagingConfig>) =>
  new ReplyAddress(
    Object.assign(new MessagingConfig(), {
      UNSUBSCRIBE_SECRET: SECRET,
      INBOUND_DOMAIN: 'reply.lectern.test',
      ...settings,
    }),
    setAssociation({ SUPPORT_EMAIL: 'support@lectern.test' }),
  );

it('names a conversation, whatever mail servers do with its case', async () => {
  const [id, addresses] = [randomUUID(), addressesOf({})];
  const address = await addresses.of(null, id);
  expect(address.slice(0, address.indexOf('@')).length).toBeLessThanOrEqual(64);
  expect(addresses.conversationOf(address)).toBe(id);
  expect(addresses.conversationOf(address.toUpperCase())).toBe(id);
});

it('of another conversation, domain or secret names none', async () => {
  const [id, addresses] = [randomUUID(), addressesOf({})];
  const address = await addresses.of(null, id);
  const hex = (of: string) => of.replaceAll('-', '');
  for (const other of [
    address.replace(hex(id), hex(randomUUID())),
    address.replace('@', '0@'),
    address.replace('@reply.', '@mail.'),
    await addressesOf({ UNSUBSCRIBE_SECRET: SECRET.replace('0', '1') }).of(null, id),
    'support@lectern.test',
    '',
  ])
    expect(addresses.conversationOf(other)).toBeNull();
});

it('stays valid after a change of the secret', async () => {
  const id = randomUUID();
  const changed = addressesOf({
    UNSUBSCRIBE_SECRET: SECRET.replace('0', '1'),
    UNSUBSCRIBE_SECRET_ALSO_VALID: [SECRET],
  });
  expect(changed.conversationOf(await addressesOf({}).of(null, id))).toBe(id);
});

it('is the mailbox of the association without a domain', async () => {
  const addresses = addressesOf({ INBOUND_DOMAIN: undefined });
  expect(await addresses.of(null, randomUUID())).toBe('support@lectern.test');
  expect(addresses.conversationOf(await addressesOf({}).of(null, randomUUID()))).toBeNull();
});
