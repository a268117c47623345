import { describe, expect, it } from 'vitest';
import { StripeError } from '../stripe-error.ts';
import {
  boolean,
  hash,
  integer,
  list,
  mergeMetadata,
  metadata,
  oneOf,
  optional,
  readShape,
  text,
  type Param,
} from './param.ts';

const refusal = (param: Param<unknown>, value: Parameters<Param<unknown>>[0]): StripeError['details'] => {
  try {
    param(value, 'thing');
  } catch (error) {
    if (error instanceof StripeError) return error.details;
  }
  throw new Error('was not refused');
};

describe('parameters', () => {
  it.each([['1.5'], ['abc'], ['1e3'], [' 1'], ['99999999999999999']])('refuses %s as an integer', (value) => {
    expect(refusal(integer(), value)).toMatchObject({ code: 'parameter_invalid_integer', param: 'thing' });
  });

  it('refuses integers below and above their bounds', () => {
    expect(refusal(integer(1), '0').message).toBe('Invalid positive integer');
    expect(refusal(integer(0), '-1').message).toBe('Invalid non-negative integer');
    expect(refusal(integer(0, 5), '6').code).toBe('parameter_invalid_integer');
  });

  it('distinguishes a missing parameter from an empty one', () => {
    expect(refusal(text(), undefined).code).toBe('parameter_missing');
    expect(refusal(text(), '').code).toBe('parameter_invalid_empty');
  });

  it('names the unknown parameter with its whole path', () => {
    const param = list(hash({ price: text() }));
    expect(refusal(param, [{ price: 'a', color: 'red' }])).toMatchObject({
      code: 'parameter_unknown',
      param: 'thing[0][color]',
    });
  });

  it('lists what a choice may be', () => {
    expect(refusal(oneOf(['payment', 'setup', 'subscription']), 'x').message).toBe(
      'Invalid thing: must be one of payment, setup, or subscription',
    );
  });

  it('reads booleans only as true and false', () => {
    expect(boolean()('true', 'x')).toBe(true);
    expect(refusal(boolean(), 'yes').message).toBe('Invalid boolean: yes');
  });

  it('limits metadata to 50 keys of 40 characters and values of 500', () => {
    expect(refusal(metadata(), { ['k'.repeat(41)]: 'v' }).param).toBe('thing');
    expect(refusal(metadata(), { k: 'v'.repeat(501) }).param).toBe('thing[k]');
    expect(
      refusal(metadata(), Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v']))).param,
    ).toBe('thing');
  });

  it('merges metadata and deletes keys that were sent empty', () => {
    const change = metadata()({ b: '', c: '3' }, 'metadata');
    expect(mergeMetadata({ a: '1', b: '2' }, change)).toEqual({ a: '1', c: '3' });
  });

  it('leaves absent optional parameters undefined', () => {
    expect(readShape({ a: optional(text()) }, {})).toEqual({ a: undefined });
  });
});
