import { Inject, Injectable } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { DomainError } from '@lectern/contracts/errors';
import {
  type NewPasskey,
  type PasskeyCreation,
  passkeyCreation,
  type PasskeyRequest,
  passkeyRequest,
  type ShownPasskey,
} from '@lectern/contracts/identity/passkey';
import type { Admin } from '../admin/admin.entity.ts';
import { IdentityConfig } from '../config.ts';
import { CHALLENGE_MS, PasskeyChallenges, type Purpose } from './passkey-challenges.ts';
import type { Passkey } from './passkey.entity.ts';

/** Whatever does not fit is null; that a challenge could not be looked for is an error. */
const orNull = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    return null;
  }
};

/** A browser's answer whole: of an identifier that is there twice, and of extensions, which nobody asked for, contracts have nothing. */
const asAnswered = <T extends { readonly id: string }>(passkey: T) => ({
  ...passkey,
  rawId: passkey.id,
  type: 'public-key' as const,
  clientExtensionResults: {},
});

/** By these bytes a passkey names whose it is. */
const handleOf = (adminId: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(adminId));

/**
 * Passkeys for the site's address (https://www.w3.org/TR/webauthn-3/, section 7). They are kept by the authenticator with whose they are, and it
 * asks for a finger, a face or a PIN: so one stands for something that somebody has and something that they are or know.
 */
@Injectable()
export class WebAuthn {
  private readonly site: URL;
  private readonly name: string;

  constructor(
    @Inject(IdentityConfig) config: IdentityConfig,
    private readonly challenges: PasskeyChallenges,
  ) {
    this.site = new URL(config.PUBLIC_URL);
    this.name = config.ASSOCIATION_NAME;
  }

  /** What the browser makes a passkey by; none beside another one of the same authenticator. */
  async creation(
    { id, email, name }: Pick<Admin, 'id' | 'email' | 'name'>,
    kept: readonly Passkey[],
    purpose: Purpose,
  ): Promise<PasskeyCreation> {
    const options = await generateRegistrationOptions({
      rpName: this.name,
      rpID: this.site.hostname,
      userID: handleOf(id),
      userName: email,
      userDisplayName: name,
      timeout: CHALLENGE_MS,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: kept.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    });
    await this.challenges.keep(options.challenge, purpose);
    return passkeyCreation.parse(options);
  }

  /** The credential that answers a challenge of this purpose; null where it does not. */
  async created(passkey: NewPasskey, purpose: Purpose): Promise<WebAuthnCredential | null> {
    const verified = await orNull(
      verifyRegistrationResponse({
        response: asAnswered(passkey),
        expectedChallenge: (challenge) => this.challenges.take(challenge, purpose),
        expectedOrigin: this.site.origin,
        expectedRPID: this.site.hostname,
        requireUserVerification: true,
      }),
    );
    return verified?.registrationInfo?.credential ?? null;
  }

  /** What the browser asks for a passkey by. */
  async request(): Promise<PasskeyRequest> {
    const options = await generateAuthenticationOptions({
      rpID: this.site.hostname,
      timeout: CHALLENGE_MS,
      userVerification: 'required',
    });
    await this.challenges.keep(options.challenge, 'sign-in');
    return passkeyRequest.parse(options);
  }

  /** How often the passkey says that it was used, where it answers a challenge of a sign-in; null where it does not. */
  async shown(
    passkey: ShownPasskey,
    { adminId, credentialId, publicKey, transports, uses }: Passkey,
  ): Promise<number | null> {
    if (!Buffer.from(passkey.response.userHandle, 'base64url').equals(handleOf(adminId))) return null;
    const verified = await orNull(
      verifyAuthenticationResponse({
        response: asAnswered(passkey),
        credential: { id: credentialId, publicKey, counter: uses, transports },
        expectedChallenge: (challenge) => this.challenges.take(challenge, 'sign-in'),
        expectedOrigin: this.site.origin,
        expectedRPID: this.site.hostname,
        requireUserVerification: true,
      }),
    );
    return verified?.verified === true ? verified.authenticationInfo.newCounter : null;
  }
}
