import { describe, expect, it } from 'vitest';
import type { GatewayConfig } from '../config.ts';
import { ReturnAddress } from './return-address.ts';

describe('a return URL', () => {
  const at = (PUBLIC_URL: string, DEPLOYMENT: GatewayConfig['DEPLOYMENT'] = 'production') =>
    new ReturnAddress({ PUBLIC_URL, DEPLOYMENT } as GatewayConfig);
  const site = at('https://lectern.example');

  it('is a page of this site, with the provider’s placeholder as it is', () => {
    const asked = 'https://lectern.example/subscribe/success?session_id={CHECKOUT_SESSION_ID}';
    expect(site.check(asked, '/')).toBe(asked);
    expect(site.check(undefined, '/subscribe/cancel')).toBe('https://lectern.example/subscribe/cancel');
  });

  it('is passed on as it was parsed, so that a later parser does not read it differently', () => {
    expect(site.check('HTTPS://Lectern.example:443/a/../b', '/')).toBe('https://lectern.example/b');
  });

  it.each([
    'https://ada:secret@lectern.example/',
    'https://lectern.example@other.example/',
    'https://ada@lectern.example/',
    'http://lectern.example/',
    'https://lectern.example:8443/',
    'https://lectern.example.other.example/',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('is not %s', (asked) => {
    expect(() => site.check(asked, '/')).toThrow(expect.objectContaining({ code: 'redirect_not_allowed' }));
  });

  it('is any name of the own machine where the system runs there, on the site’s port', () => {
    const local = at('http://localhost:3000', 'local');
    expect(local.check('http://127.0.0.1:3000/a', '/')).toBe('http://127.0.0.1:3000/a');
    for (const asked of ['http://127.0.0.1:4000/a', 'http://ada@127.0.0.1:3000/a', 'ftp://localhost:3000/a']) {
      expect(() => local.check(asked, '/')).toThrow(expect.objectContaining({ code: 'redirect_not_allowed' }));
    }
  });
});
