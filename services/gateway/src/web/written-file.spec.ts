import { describe, expect, it } from '@jest/globals';
import { packingFor } from './written-file.ts';

describe('packingFor', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0', undefined],
    ['deflate', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %s', (accepted, packing) => {
    expect(packingFor(accepted)).toBe(packing);
  });
});
