import { describe, expect, it } from '@jest/globals';
import { ROUTES } from './registry.ts';

/** One-click unsubscribing comes from few addresses of mail providers for many people, and needs a signed key. */
const UNLIMITED = ['POST /api/unsubscribe'];

describe('the routes', () => {
  it('limit the calls of each address wherever anybody may write', () => {
    const writes = ROUTES.filter(({ audience, method }) => audience === 'public' && method !== 'GET');
    expect(writes.length).toBeGreaterThan(8);
    expect(writes.filter(({ rateLimit }) => rateLimit === 'none').map(({ method, path }) => `${method} ${path}`)).toEqual(UNLIMITED);
  });
});
