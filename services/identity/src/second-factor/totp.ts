import { Secret, TOTP } from 'otpauth';

/** What every authenticator app understands (RFC 6238): HMAC-SHA-1, six digits, thirty seconds. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** The length of SHA-1's own result, as RFC 4226, section 4, recommends. */
const SECRET_BYTES = 20;
/** Steps before and after the present one whose codes are taken: clocks of telephones differ, and typing takes time. */
const TOLERANCE = 1;

/** A new secret, in base32 as apps take it. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The step at which `code` is the secret's, near `at`; null when it is none's. Whether the step was used is not known here. */
export const stepOfCode = (secret: string, code: string, at: Date): number | null => {
  const given = { token: code, secret: Secret.fromBase32(secret), timestamp: at.getTime(), window: TOLERANCE, ...FORM };
  const steps = TOTP.validate(given);
  return steps === null ? null : TOTP.counter({ period: FORM.period, timestamp: at.getTime() }) + steps;
};

/** What the QR code says: whose account it is, and everything that an app must know to show codes. */
export const addressOfSecret = (secret: string, issuer: string, account: string): string =>
  new TOTP({ issuer, label: account, secret: Secret.fromBase32(secret), ...FORM }).toString();
