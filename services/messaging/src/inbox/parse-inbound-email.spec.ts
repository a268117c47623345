import { expect, it } from '@jest/globals';
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
