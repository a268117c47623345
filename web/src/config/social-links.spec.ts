import { describe, expect, it } from 'vitest';
import { socialLinks } from './social-links.ts';

describe('socialLinks', () => {
  it('names the sites that it knows, and others by their host', () => {
    expect(socialLinks('https://www.linkedin.com/company/a  https://debate.social/@a')).toEqual([
      { name: 'LinkedIn', url: 'https://www.linkedin.com/company/a' },
      { name: 'debate.social', url: 'https://debate.social/@a' },
    ]);
  });

  it.each(['', ' ', 'javascript:alert(1)', 'http://a.example'])('leaves out %j', (urls) => {
    expect(socialLinks(urls)).toEqual([]);
  });
});
