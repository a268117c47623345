import { describe, expect, it } from 'vitest';
import { credentialFor } from './setup-credential.ts';

const paid = { sessionId: 'cs_paid', email: 'Ada@Example.org' };
const credential = (query: string, email = 'ada@example.org', checkout: typeof paid | null = paid) =>
  credentialFor(email, new URLSearchParams(query), checkout);

describe('the credential for setting up an account', () => {
  it('is the emailed token before anything else', () => {
    expect(credential('token=t&session_id=cs_1')).toEqual({ token: 't' });
  });

  it('is the checkout of the page’s URL, then the one paid in this tab for that email', () => {
    expect(credential('session_id=cs_1')).toEqual({ sessionId: 'cs_1' });
    expect(credential('', ' ada@example.ORG')).toEqual({ sessionId: 'cs_paid' });
  });

  it('is nothing for another email, and where nothing was paid', () => {
    expect(credential('', 'grace@example.org')).toEqual({});
    expect(credential('token=&session_id=', 'ada@example.org', null)).toEqual({});
  });
});
