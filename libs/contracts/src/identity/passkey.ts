import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';

/*
 * Passkeys of administrators (WebAuthn, https://www.w3.org/TR/webauthn-3/). The exchanged values have the shapes that
 * `PublicKeyCredential.parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON` and `toJSON` define; bytes are
 * base64url.
 */

/** A passkey as its holder sees it. */
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

/** The options with which a browser creates a passkey (`PublicKeyCredentialCreationOptionsJSON`). */
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

/**
 * The options with which a browser requests a passkey (`PublicKeyCredentialRequestOptionsJSON`). They name none, so
 * that they do not reveal which administrators have one.
 */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});
export type PasskeyRequest = z.output<typeof passkeyRequest>;

/** The id of a passkey. */
const id = bytes(1_400);

/** A new passkey: the fields of `RegistrationResponseJSON` that we read. */
export const newPasskey = z.strictObject({
  id,
  response: z.strictObject({
    clientDataJSON: bytes(8_000),
    attestationObject: bytes(16_000),
    transports: z.optional(transports),
  }),
});
export type NewPasskey = z.output<typeof newPasskey>;

/** A sign-in with a passkey: the fields of `AuthenticationResponseJSON` that we read. */
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
