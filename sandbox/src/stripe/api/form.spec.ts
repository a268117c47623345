import { describe, expect, it } from 'vitest';
import { parseForm } from './form.ts';

const plain = (text: string): unknown => JSON.parse(JSON.stringify(parseForm(text)));

describe('parseForm', () => {
  it('reads nested names and indexed lists as the SDK writes them', () => {
    expect(
      plain('line_items[0][price]=price_1&line_items[0][quantity]=2&line_items[1][price]=b&metadata[a b]=c%26d'),
    ).toEqual({
      line_items: [{ price: 'price_1', quantity: '2' }, { price: 'b' }],
      metadata: { 'a b': 'c&d' },
    });
  });

  it('reads encoded brackets, empty brackets and plus signs', () => {
    expect(plain('lookup_keys%5B%5D=a+b&lookup_keys%5B%5D=c&x=')).toEqual({
      lookup_keys: ['a b', 'c'],
      x: '',
    });
  });

  it('orders a list by its indexes, not by arrival', () => {
    expect(plain('a[1]=second&a[0]=first')).toEqual({ a: ['first', 'second'] });
  });

  it('keeps a parameter named __proto__ a parameter', () => {
    const form = parseForm('__proto__[polluted]=1');
    expect(Object.keys(form)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each([['a[b=1'], ['[a]=1'], ['a[b]c=1'], ['a=1&a[b]=2'], ['a[b]=2&a=1'], ['a=%zz'], [`a${'[b]'.repeat(9)}=1`]])(
    'refuses %s',
    (text) => {
      expect(() => parseForm(text)).toThrow();
    },
  );
});
