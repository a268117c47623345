import { describe, expect, it } from 'vitest';
import { emailVisitor } from './email-visitor.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const asked = (agent: string | undefined, headers: Record<string, string> = {}, method = 'GET') =>
  emailVisitor({ method, header: (name) => (name === 'user-agent' ? agent : headers[name]) });

describe('the client that requests an email’s pixel or link', () => {
  it.each([
    PHONE,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0',
  ])('is a person: %s', (agent) => {
    expect(asked(agent)).toBe('person');
  });

  it.each([
    'Mozilla/5.0',
    '',
    ' ',
    undefined,
    'curl/8.9',
    'python-requests/2.32',
    'Mozilla/5.0 (compatible; bingbot/2.0)',
    'BarracudaCentral',
    'Slackbot-LinkExpanding 1.0',
    'Mozilla/5.0 HeadlessChrome/142.0',
  ])('is a machine: %s', (agent) => {
    expect(asked(agent)).toBe('machine');
  });

  it.each([
    ['purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
  ])('is a machine where %s says %s', (name, value) => {
    expect(asked(PHONE, { [name]: value })).toBe('machine');
  });

  it('is none for a HEAD request', () => {
    expect(asked(PHONE, {}, 'HEAD')).toBe('nobody');
  });
});
