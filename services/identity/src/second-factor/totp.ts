import { Secret, TOTP } from 'otpauth';

/** The form that every authenticator app understands (RFC 6238): HMAC-SHA-1, six digits, thirty seconds. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** The length of SHA-1's own result, as RFC 4226, section 4, recommends. */
const SECRET_BYTES = 20;
/** Steps before and after the present one whose codes are taken: clocks of telephones differ, and typing takes time. */
const TOLERANCE = 1;

/** A new secret, in base32 as apps take it. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The step near `at` whose code this is; null when there is none. Does not check whether the step was used. */
export const stepOfCode = (secret: string, code: string, at: Date): number | null => {
  const given = { token: code, secret: Secret.fromBase32(secret), timestamp: at.getTime(), window: TOLERANCE, ...FORM };
  const steps = TOTP.validate(given);
  return steps === null ? null : TOTP.counter({ period: FORM.period, timestamp: at.getTime() }) + steps;
};

/** The address in the QR code: the account, and everything that an app needs to show codes. */
export const addressOfSecret = (secret: string, issuer: string, account: string): string =>
  new TOTP({ issuer, label: account, secret: Secret.fromBase32(secret), ...FORM }).toString();
