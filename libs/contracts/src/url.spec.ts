import { expect, it } from 'vitest';
import { isHttpsUrl } from './https-url.ts';
import { urlOf } from './url.ts';

it('reads a URL, also one on a base, and null for another text', () => {
  expect(urlOf('https://a.example/b?c')?.pathname).toBe('/b');
  expect(urlOf('/b', 'https://a.example')?.href).toBe('https://a.example/b');
  expect([urlOf('/b'), urlOf(''), urlOf('https://')]).toEqual([null, null, null]);
});

it('a host with characters beyond ASCII is a URL however often it is asked about', () => {
  const answers = Array.from({ length: 20_000 }, () => isHttpsUrl('https://münchen.example'));
  expect(answers.filter((answer) => !answer)).toEqual([]);
});
