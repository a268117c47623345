import { describe, expect, it } from 'vitest';
import { qrPath } from './qr-path.ts';

const ADDRESS =
  'otpauth://totp/Lectern:ada%40example.org?issuer=Lectern&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30';

/** The positions of the dark modules in a path. */
const darkIn = (path: string): Set<string> =>
  new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`));

describe('a QR code', () => {
  const { size, path } = qrPath(ADDRESS);
  const dark = darkIn(path);

  it('has the quiet zone of four modules that scanners need', () => {
    for (const place of dark)
      for (const at of place.split(',').map(Number)) expect(at >= 4 && at < size - 4).toBe(true);
  });

  it('has finder patterns in three corners and none in the fourth', () => {
    const ring = (left: number, top: number): boolean =>
      [0, 1, 2, 3, 4, 5, 6].every((step) => dark.has(`${left + step},${top}`) && dark.has(`${left},${top + step}`));
    const far = size - 4 - 7;
    expect([ring(4, 4), ring(far, 4), ring(4, far), ring(far, far)]).toEqual([true, true, true, false]);
  });

  it('differs for another text', () => {
    expect(qrPath(ADDRESS.replace('ada', 'eve')).path).not.toBe(path);
    expect(qrPath(ADDRESS).path).toBe(path);
  });
});
