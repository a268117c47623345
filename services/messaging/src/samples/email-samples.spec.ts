import { urlOf } from '@lectern/contracts/url';
import { describe, expect, it } from 'vitest';
import { emailSamples as contract } from '@lectern/contracts/messaging/email-samples';
import { SITE } from '../testing/email-site.ts';
import { EMAIL_TEMPLATES, linkOf } from '../email/email-templates.ts';
import { emailSamples, rendered } from './email-samples.ts';
import { SAMPLES } from './samples.ts';

const SITE_URL = 'http://localhost:3000';
const samples = emailSamples(SITE_URL);

/** Mail programs cut longer emails. */
const CUT_BYTES = 102_000;
/** RFC 5322, without the line's end. */
const LINE_BYTES = 998;
/** Text that reveals a missing value. */
const UNFILLED = /\{\{|\}\}|\$\{|\bundefined\b|\bnull\b|\bNaN\b|\[object |Invalid Date|-lectern-[0-9a-f]|%[A-Za-z]+%/;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity]!);
const addressesOf = (html: string): string[] =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, url]) => unescaped(url!));

it('every email has a sample', () => {
  const shown = new Set(samples.map(({ template }) => template));
  expect(EMAIL_TEMPLATES.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  expect(shown).toContain('campaign');
});

it('each has a unique name and the shape that the sandbox reads', () => {
  expect(new Set(samples.map(({ id }) => id)).size).toBe(samples.length);
  expect(contract.parse(samples)).toEqual(samples);
});

it('they link to the given site', () => {
  expect(emailSamples('https://elsewhere.example').find(({ id }) => id === 'account-reset')?.text).toContain(
    'https://elsewhere.example/reset-password?token=',
  );
});

it.each(SAMPLES.filter(({ hasLink }) => hasLink))(
  'the email $template.name carries a link only where its template asks for one: $variant',
  ({ template, data }) => {
    expect(linkOf(template.name, data)).not.toBeNull();
  },
);

describe.each(samples)('the email $id', ({ subject, html, text }) => {
  it('has both forms and a subject, and no missing value', () => {
    for (const form of [subject, html, text]) {
      expect(form.trim()).not.toBe('');
      expect(form).not.toMatch(UNFILLED);
    }
    expect(subject).not.toMatch(/[\r\n]/);
  });

  it('is short enough for every mail program, as a whole and in each line', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(CUT_BYTES);
    for (const line of `${html}\n${text}`.split('\n')) expect(Buffer.byteLength(line)).toBeLessThan(LINE_BYTES);
  });

  it('has absolute URLs, and the same ones in both forms', () => {
    const addresses = addressesOf(html);
    expect(addresses.filter((url) => !/^(https?|mailto):$/.test(urlOf(url)?.protocol ?? ''))).toEqual([]);
    // The name of the association leads to the site in every email.
    expect(addresses.filter((url) => url !== SITE_URL && !text.includes(url))).toEqual([]);
  });

  it('has no full stop behind the token of a link', () => {
    expect(text).not.toMatch(/token=[\w-]+[.,;:!?]/);
  });

  it('names its reason in both forms', () => {
    for (const form of [html, text]) expect(form).toMatch(/You get this email because|Sent by /);
  });
});

it('an email address wraps on a narrow phone', () => {
  const places = samples.flatMap(({ id, html }) =>
    [...html.matchAll(/<(\w+)(?=[^>]* style="([^"]*)")[^>]*>sample\.reader@/g)].map(([, tag, style]) => ({
      id,
      tag,
      style,
    })),
  );
  expect(places.length).toBeGreaterThan(2);
  expect(places.filter(({ style }) => !style!.includes('word-break:break-word'))).toEqual([]);
});

it('URLs of the site within a sentence are links', () => {
  expect(samples.find(({ id }) => id === 'bootcamp-confirmed')?.html).toContain(`<a href="${SITE_URL}/tournaments"`);
});

const AWKWARD = `<b onclick="x">&amp;"'</b>`;
/** Fields that people type about themselves, or administrators about an event. */
const TYPED = new Set(['firstName', 'lastName', 'name', 'title', 'topic', 'message']);

describe.each(SAMPLES.filter(({ data }) => Object.keys(data as object).some((key) => TYPED.has(key))))(
  'the email $template.name ($occasion)',
  (sample) => {
    it('shows typed text as it was typed', () => {
      const typed = Object.fromEntries(
        Object.entries(sample.data as object).map(([key, value]) => [
          key,
          TYPED.has(key) ? AWKWARD : (value as unknown),
        ]),
      );
      const { html, text } = rendered({ ...sample, data: typed }, SITE);
      expect(text).toContain(AWKWARD);
      expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;&amp;amp;&quot;&#x27;&lt;/b&gt;');
      expect(html).not.toMatch(/<b[ >]/);
    });
  },
);
