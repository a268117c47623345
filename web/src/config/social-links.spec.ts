import { describe, expect, it } from 'vitest';
import { socialName } from './social-links.ts';

describe('socialName', () => {
  it.each([
    ['https://www.linkedin.com/company/a', 'LinkedIn'],
    ['https://youtube.com/@a', 'YouTube'],
    ['https://debate.social/@a', 'debate.social'],
  ])('of %s is %s', (link, name) => {
    expect(socialName(link)).toBe(name);
  });
});
