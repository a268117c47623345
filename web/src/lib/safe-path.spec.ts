import { describe, expect, it } from 'vitest';
import { safePath } from './safe-path.ts';

describe('safePath', () => {
  it.each(['/dashboard', '/account/subscription?tab=a#b', '/'])('keeps %s', (path) => {
    expect(safePath(path)).toBe(path);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'dashboard',
    '',
    null,
    undefined,
  ])('refuses %s', (path) => {
    expect(safePath(path)).toBeUndefined();
  });
});
