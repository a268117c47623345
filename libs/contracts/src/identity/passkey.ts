import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';

/*
 * Passkeys of administrators (WebAuthn, https://www.w3.org/TR/webauthn-3/). What browsers and the server exchange has the shapes that
 * `PublicKeyCredential.parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON` and `toJSON` define; bytes are base64url.
 */

/** A passkey, as its holder sees it. */
export const passkey = z.object({
  id: uuid(),
  name: z.string(),
  createdAt: instant(),
  /** Null before the first sign-in with it. */
  lastUsedAt: z.nullable(instant()),
});
export type Passkey = z.output<typeof passkey>;

const TYPE = z.literal('public-key');
const bytes = (most: number) =>
  z.string().check(z.regex(/^[\w-]+$/, 'These are not bytes in base64url'), z.maxLength(most));
const transports = z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10));

/** What a browser makes a passkey by (`PublicKeyCredentialCreationOptionsJSON`). */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: TYPE, alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(z.object({ id: z.string(), type: TYPE, transports: z.optional(transports) })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export type PasskeyCreation = z.output<typeof passkeyCreation>;

/** What a browser asks for a passkey by (`PublicKeyCredentialRequestOptionsJSON`). It names none, so that nobody learns who has one. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});
export type PasskeyRequest = z.output<typeof passkeyRequest>;

/** By what a passkey is named. */
const id = bytes(1_400);

/** A new passkey: what is read of `RegistrationResponseJSON`. */
export const newPasskey = z.strictObject({
  id,
  response: z.strictObject({
    clientDataJSON: bytes(8_000),
    attestationObject: bytes(16_000),
    transports: z.optional(transports),
  }),
});
export type NewPasskey = z.output<typeof newPasskey>;

/** That somebody has a passkey: what is read of `AuthenticationResponseJSON`. */
export const shownPasskey = z.strictObject({
  id,
  response: z.strictObject({
    clientDataJSON: bytes(8_000),
    authenticatorData: bytes(8_000),
    signature: bytes(8_000),
    userHandle: bytes(100),
  }),
});
export type ShownPasskey = z.output<typeof shownPasskey>;
