import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { registrationToken, readRegistrationToken } from './registration-token.ts';

describe('the token of a registration', () => {
  it('names registration and key in one word that needs no escaping', () => {
    const link = { registrationId: randomUUID(), key: randomUUID() };
    expect(registrationToken(link)).toMatch(/^[\w-]{43}$/);
    expect(readRegistrationToken(registrationToken(link))).toEqual(link);
  });

  it.each(['', 'cut-off', randomUUID(), `${registrationToken({ registrationId: randomUUID(), key: randomUUID() })}=`])(
    'is not read from %p',
    (token) => {
      expect(readRegistrationToken(token)).toBeNull();
    },
  );
});
