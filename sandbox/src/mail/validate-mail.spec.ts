import { describe, expect, it } from 'vitest';
import { MailRefusal } from './mail-error.ts';
import { validateMail } from './validate-mail.ts';

const NOW = 1_800_000_000;

type Body = Record<string, unknown>;

const good = (change: Body = {}): Body => ({
  personalizations: [{ to: [{ email: 'ana@example.com' }] }],
  from: { email: 'team@lectern.example' },
  subject: 'Hello',
  content: [
    { type: 'text/plain', value: 'Hello' },
    { type: 'text/html', value: '<p>Hello</p>' },
  ],
  ...change,
});

const to = (...emails: string[]): Body => ({ to: emails.map((email) => ({ email })) });

const refusal = (body: unknown): { field: string | null; message: string } => {
  try {
    validateMail(body, NOW);
  } catch (error) {
    if (error instanceof MailRefusal) return error;
  }
  throw new Error('was not refused');
};

describe('a mail request', () => {
  it('is taken with everything that may be in it', () => {
    const body = good({
      personalizations: [
        {
          ...to('a@example.com', 'b@example.com'),
          cc: [{ email: 'c@example.com', name: 'C' }],
          subject: 'Own',
          headers: { 'X-A': 'b' },
          custom_args: { a: '1' },
          substitutions: { '{{a}}': 'b' },
        },
      ],
      reply_to: { email: 'reply@lectern.example' },
      headers: { 'List-Unsubscribe': '<https://lectern.example/u>' },
      categories: ['campaign'],
      custom_args: { campaign: '1' },
      attachments: [{ content: Buffer.from('hello').toString('base64'), filename: 'a.ics', type: 'text/calendar' }],
      asm: { group_id: 1 },
      send_at: NOW + 3600,
      tracking_settings: { click_tracking: { enable: false } },
    });
    expect(validateMail(body, NOW)).toBe(body);
  });

  it.each<[string, unknown, string | null]>([
    ['no object', [], null],
    ['an unknown field', good({ color: 'red' }), 'color'],
    ['no personalization', good({ personalizations: [] }), 'personalizations'],
    ['a personalization without recipient', good({ personalizations: [{ to: [] }] }), 'personalizations.0.to'],
    [
      'more than 1,000 personalizations',
      good({ personalizations: Array.from({ length: 1001 }, (_, index) => to(`r${index}@example.com`)) }),
      'personalizations',
    ],
    [
      'more than 1,000 recipients',
      good({
        personalizations: [
          to(...Array.from({ length: 600 }, (_, index) => `a${index}@example.com`)),
          to(...Array.from({ length: 600 }, (_, index) => `b${index}@example.com`)),
        ],
      }),
      'personalizations',
    ],
    [
      'the same recipient twice in one personalization',
      good({ personalizations: [{ ...to('a@example.com'), cc: [{ email: 'A@example.com' }] }] }),
      'personalizations.0',
    ],
    [
      'the same recipient in two personalizations',
      good({ personalizations: [to('a@example.com'), to('a@example.com')] }),
      'personalizations.1',
    ],
    [
      'an address of 300 characters',
      good({ personalizations: [to(`${'a'.repeat(60)}@${'b'.repeat(240)}.com`)] }),
      'personalizations.0.to.0.email',
    ],
    [
      'an address with a line break',
      good({ personalizations: [to('a@example.com\r\nBcc: b@example.com')] }),
      'personalizations.0.to.0.email',
    ],
    [
      'a name with a line break',
      good({ from: { email: 'a@example.com', name: 'A\r\nBcc: b@example.com' } }),
      'from.name',
    ],
    ['no sender', good({ from: undefined }), 'from.email'],
    ['no subject', good({ subject: '' }), 'subject'],
    ['a subject with a line break', good({ subject: 'a\nb' }), 'subject'],
    ['no content', good({ content: [] }), 'content'],
    ['an empty content', good({ content: [{ type: 'text/plain', value: '' }] }), 'content.0.value'],
    [
      'HTML before text',
      good({
        content: [
          { type: 'text/html', value: 'a' },
          { type: 'text/plain', value: 'b' },
        ],
      }),
      'content',
    ],
    ['a header with a line break', good({ headers: { 'X-A': 'a\r\nBcc: b@example.com' } }), 'headers.X-A'],
    ['a reserved header', good({ headers: { 'Reply-To': 'a@example.com' } }), 'headers.Reply-To'],
    ['custom arguments of 10,000 bytes and more', good({ custom_args: { a: 'x'.repeat(10_000) } }), 'custom_args'],
    ['a custom argument that is no text', good({ custom_args: { a: 1 } }), 'custom_args.a'],
    ['eleven categories', good({ categories: Array.from({ length: 11 }, (_, index) => `c${index}`) }), 'categories'],
    [
      'an attachment that is not base64',
      good({ attachments: [{ content: '%%%', filename: 'a' }] }),
      'attachments.0.content',
    ],
    ['a time more than 72 hours ahead', good({ send_at: NOW + 73 * 3600 }), 'send_at'],
    [
      'both kinds of reply address',
      good({ reply_to: { email: 'a@example.com' }, reply_to_list: [{ email: 'b@example.com' }] }),
      'reply_to',
    ],
  ])('is refused with %s', (_what, body, field) => {
    expect(refusal(body).field).toBe(field);
  });
});
