import { expect, it } from 'vitest';
import { formOf, type ReceivedEmail } from '@lectern/sandbox/mail/inbound-parse';
import { parseInboundEmail } from './parse-inbound-email.ts';

const parse = async (email: Partial<ReceivedEmail>) => {
  const { body, contentType } = formOf({ to: 're-1@reply.example', from: 'ann@example.com', ...email });
  return parseInboundEmail(body, contentType);
};

it.each(['<div>', '<ul><li>', '<table><tr><td>', '<blockquote>', '<a href="x">', '<b>', '<svg>'])(
  'reads HTML that is nested deeper than any person writes up to a limit: %s',
  async (tag) => {
    const email = await parse({ html: `<p>Hello</p>${tag.repeat(20_000)}deep` });
    expect(email.readText()).toMatch(/^Hello/);
  },
);

const OTHERS = { spf: 'fail', dkim: {} } as const;
it.each<[boolean, string, Partial<ReceivedEmail>]>([
  [true, 'SPF of the same domain', { spf: 'pass', dkim: {} }],
  [true, 'SPF of a domain below', { spf: 'pass', dkim: {}, envelopeFrom: 'bounce-1@em7.EXAMPLE.com' }],
  [true, 'DKIM of the same domain', { spf: 'softfail', dkim: { 'other.example': 'pass', 'Example.com': 'pass' } }],
  [false, 'neither', OTHERS],
  [false, 'SPF of another domain', { spf: 'pass', dkim: {}, envelopeFrom: 'eve@evil.example' }],
  [false, 'SPF of a domain with the same end', { spf: 'pass', dkim: {}, envelopeFrom: 'eve@notexample.com' }],
  [false, 'DKIM of another domain', { ...OTHERS, dkim: { 'evil.example': 'pass', 'example.com': 'fail' } }],
  [false, 'DKIM of a domain with the same end', { ...OTHERS, dkim: { 'notexample.com': 'pass' } }],
  [false, 'a sender that cannot be read', { from: 'a@example.com, b@example.com', envelopeFrom: 'a@example.com' }],
])('confirms a sender (%s): %s', async (isConfirmed, _what, email) => {
  expect((await parse(email)).isConfirmed).toBe(isConfirmed);
});
