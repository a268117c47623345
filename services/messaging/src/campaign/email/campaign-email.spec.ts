import { describe, expect, it } from 'vitest';
import { DomainError } from '@lectern/contracts/errors';
import { CAMPAIGN_SITE } from '../../testing/campaign-site.ts';
import {
  type CampaignReader,
  personalizedEmail,
  personalize,
  prepareCampaign,
  prepareUntracked,
} from './campaign-email.ts';

const READER: CampaignReader = {
  id: '0b7f2c7e-6b0e-4a53-9a63-0a6f8e0d5c11',
  email: 'ann@example.com',
  name: 'Ann O’Neil Miller',
  list: 'newsletter',
};

const emailTo = (content: string, reader: Partial<CampaignReader> = {}, subject = 'News') => {
  const prepared = prepareCampaign({ subject, content }, CAMPAIGN_SITE);
  const personal = personalize(prepared, { ...READER, ...reader }, CAMPAIGN_SITE);
  return { ...personalizedEmail(prepared, personal), prepared, personal };
};
const fieldsOf = (subject: string, content: string): unknown => {
  try {
    prepareCampaign({ subject, content }, CAMPAIGN_SITE);
    return 'accepted';
  } catch (error) {
    return error instanceof DomainError && error.code === 'invalid_request' ? error.fields : error;
  }
};

describe('a personal field', () => {
  it('names the recipient in subject, HTML and text', () => {
    const { subject, html, text } = emailTo(
      'Dear **{{firstName}}** {{ lastName }}, {{name}}: {{email}}',
      {},
      'For {{firstName}}',
    );
    expect(subject).toBe('For Ann');
    expect(html).toContain('Dear <strong>Ann</strong> O’Neil Miller, Ann O’Neil Miller: ann@example.com');
    expect(text).toContain('Dear Ann O’Neil Miller, Ann O’Neil Miller: ann@example.com\n');
  });

  it.each([
    [null, 'Hello friend & co, hello .'],
    ['  ', 'Hello friend & co, hello .'],
    ['Ann', 'Hello Ann, hello .'],
  ])('of %j has the fallback for an unknown name, or nothing', (name, expected) => {
    expect(emailTo('Hello {{firstName|friend &amp; co}}, hello {{lastName}}.', { name }).text).toContain(expected);
  });

  it('is escaped for its context', () => {
    const name = `<b>"O'Neil" & {{email}}`;
    const { html, text, subject } = emailTo(
      'Dear {{name}}. ![{{name}}](https://example.org/a.png)',
      { name },
      '{{name}}',
    );
    expect(html).toContain('Dear &lt;b&gt;&quot;O&apos;Neil&quot; &amp; {{email}}.');
    expect(html).toContain('alt="&lt;b&gt;&quot;O&apos;Neil&quot; &amp; {{email}}"');
    expect(text).toContain(`Dear ${name}.`);
    expect(subject).toBe(name);
  });

  it('puts no line break into a header', () => {
    expect(emailTo('x', { name: 'Ann\r\nBcc: everybody@example.com' }, 'For {{name}}').subject).toBe(
      'For Ann Bcc: everybody@example.com',
    );
  });

  it('stays text in a name that looks like a tag of the email', () => {
    const { prepared } = emailTo('Dear {{name}}, {{email}}');
    const tag = prepared.tags.find((name) => name.includes('-t1-'))!;
    const { substitutions } = personalize(prepared, { ...READER, name: `Ann ${tag}` }, CAMPAIGN_SITE);
    for (const value of Object.values(substitutions))
      for (const each of prepared.tags) expect(value).not.toContain(each);
  });

  it.each([
    [
      '{{nickname}}',
      'There is no personal field {{nickname}}. There are {{firstName}}, {{lastName}}, {{name}}, {{email}}.',
    ],
    ['{{firstname}}', 'Write {{firstName}} instead of {{firstname}}. Capital and small letters must be the same.'],
    ['{{Last name|x}}', 'Write {{lastName}} instead of {{Last name}}.'],
    ['{{ }}', 'There is no personal field {{}}.'],
    ['{{unsubscribe|here}}', 'There is no personal field {{unsubscribe}}.'],
    ['<script>{{secret}}</script> x', 'There is no personal field {{secret}}.'],
    ['[a](https://example.org/?e={{email}})', 'A personal field cannot stand in the address of a link or a picture.'],
    [
      '<a href="https://example.org/{{email}}">a</a>',
      'A personal field cannot stand in the address of a link or a picture.',
    ],
    ['![a](https://example.org/{{email}}.png)', 'A personal field cannot stand in the address of a link or a picture.'],
    [
      '{{name|a}}{{name|b}}{{name|c}}{{name|d}}{{name|e}}{{name|f}}{{name|g}}',
      'An email may have 6 different personal fields.',
    ],
  ])('that cannot be filled is refused: %s', (content, sentence) => {
    expect(fieldsOf('News', content)).toEqual({ content: expect.stringContaining(sentence) });
  });

  it('that cannot be filled is refused in the subject', () => {
    expect(fieldsOf('For {{vorname}}', 'x')).toEqual({ subject: expect.stringContaining('{{vorname}}') });
  });

  it('takes no more bytes than the provider allows for one reader', () => {
    const email = `${'&'.repeat(60)}${'a'.repeat(130)}@${'b'.repeat(60)}.test`;
    const { personal } = emailTo(
      '{{name|a}}{{name|b}}{{firstName}}{{firstName|a}}{{email}}{{firstName|b}}',
      { name: '\u{1f600}"'.repeat(100), email },
      '{{name|a}}',
    );
    expect(Buffer.byteLength(JSON.stringify(personal.substitutions))).toBeLessThan(10_000);
  });
});

describe('the email', () => {
  it('carries the recipient’s unsubscribe link in both forms, and in the headers of RFC 8058', () => {
    const { html, text, personal } = emailTo('Hello');
    const url = CAMPAIGN_SITE.listLinks('ann@example.com').unsubscribe;
    expect(personal.headers).toEqual({
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(html).toContain(`href="${url.replaceAll('&', '&amp;')}"`);
    expect(html).toContain(`href="${CAMPAIGN_SITE.listLinks('ann@example.com').preferences.replaceAll('&', '&amp;')}"`);
    expect(text).toContain(`Unsubscribe ${url} or`);
    expect(html).toContain('1 Example Square, Springfield');
    expect(text).toContain('1 Example Square, Springfield');
  });

  it.each([
    ['debate_club', 'because you are a member of the debate club of Lectern'],
    ['tournament', 'because you are registered for a tournament of Lectern'],
    ['newsletter', 'because you subscribed to the newsletter of Lectern'],
  ] as const)('names its reason to a recipient on the list %s', (list, reason) => {
    const { html, text } = emailTo('Hello', { list });
    expect(html).toContain(reason);
    expect(text).toContain(reason);
  });

  it('leads each link through a URL of the recipient, and stores the targets apart', () => {
    const { prepared, html } = emailTo(
      '[a](https://example.org/?x=1&y=2) [b](/classes) [again](https://example.org/?x=1&y=2) [mail](mailto:ann@example.org)',
    );
    expect(prepared.links).toEqual(['https://example.org/?x=1&y=2', 'https://lectern.test/classes']);
    const click = `https://lectern.test/api/mail/click/${CAMPAIGN_SITE.trackingToken(READER.id!)}`;
    expect(html.match(/href="[^"]*\/click\/[^"]*"/g)).toEqual([
      `href="${click}/0"`,
      `href="${click}/1"`,
      `href="${click}/0"`,
    ]);
    expect(html).toContain('href="mailto:ann@example.org"');
    expect(html).toContain(
      `<img src="https://lectern.test/api/mail/open/${CAMPAIGN_SITE.trackingToken(READER.id!)}" alt="" width="1" height="1"`,
    );
  });

  it('links directly and counts nothing in a preview', () => {
    const { prepared } = prepareUntracked({ subject: 'News', content: '[a](https://example.org/)' }, CAMPAIGN_SITE);
    expect(prepared.html).toContain('href="https://example.org/"');
    expect(prepared.html).not.toContain('/api/mail/');
    expect(prepared.links).toEqual([]);
  });

  it('takes its title from its first heading, else from its subject', () => {
    expect(emailTo('# Hello {{firstName}}\n\nText').html).toMatch(/<h1 [^>]*>Hello Ann<\/h1>/);
    expect(emailTo('Text', {}, 'News of <May>').html).toMatch(/<h1 [^>]*>News of &lt;May&gt;<\/h1>/);
  });

  it('is the same each time, survives JSON, and fills every tag', () => {
    const source = { subject: '{{name}}', content: 'Hello {{name}} [a](https://example.org)' };
    const prepared = prepareCampaign(source, CAMPAIGN_SITE);
    expect(prepareCampaign(source, CAMPAIGN_SITE)).toEqual(prepared);
    expect(JSON.parse(JSON.stringify(prepared))).toEqual(prepared);
    const { substitutions } = personalize(prepared, READER, CAMPAIGN_SITE);
    expect(Object.keys(substitutions).toSorted()).toEqual([...prepared.tags].toSorted());
    const { subject, html, text } = personalizedEmail(prepared, { substitutions });
    expect(subject + html + text).not.toContain('-lectern-');
  });

  it.each([
    ['links', '[x](https://a.b/c) '.repeat(200_000)],
    ['tags that never end', '<a '.repeat(4_000_000)],
    ['paragraphs', '<p>a</p>'.repeat(10_000)],
  ])('that takes too long to make is refused: %s', (_what, content) => {
    expect(fieldsOf('News', content)).toEqual({
      content: expect.stringMatching(/^This cannot be read: too much|^The email is too long: it has more than 10,000/),
    });
  });

  it.each([
    '<script>alert(1)</script>',
    '   ',
    '<div><br></div>',
    '<!-- nothing -->',
    '![](https://example.org/a.png)',
    '---',
  ])('without readable content is refused: %j', (content) => {
    expect(fieldsOf('News', content)).toEqual({ content: expect.any(String) });
  });
});
