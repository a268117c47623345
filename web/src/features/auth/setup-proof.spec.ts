import { describe, expect, it } from '@jest/globals';
import { proofFor } from './setup-proof.ts';

const paid = { sessionId: 'cs_paid', email: 'Ada@Example.org' };
const proof = (query: string, email = 'ada@example.org', checkout: typeof paid | null = paid) =>
  proofFor(email, new URLSearchParams(query), checkout);

describe('the proof for setting up an account', () => {
  it('is the mailed token before anything else', () => {
    expect(proof('token=t&session_id=cs_1')).toEqual({ token: 't' });
  });

  it('is the checkout of the page’s address, then the one paid in this tab for that email', () => {
    expect(proof('session_id=cs_1')).toEqual({ sessionId: 'cs_1' });
    expect(proof('', ' ada@example.ORG')).toEqual({ sessionId: 'cs_paid' });
  });

  it('is nothing for another email, and where nothing was paid', () => {
    expect(proof('', 'grace@example.org')).toEqual({});
    expect(proof('token=&session_id=', 'ada@example.org', null)).toEqual({});
  });
});
