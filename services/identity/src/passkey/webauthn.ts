import { Inject, Injectable } from '@nestjs/common';
import type { WebAuthnCredential } from '@simplewebauthn/server';
import { DomainError } from '@lectern/contracts/errors';
import {
  type NewPasskey,
  type PasskeyCreation,
  passkeyCreation,
  type PasskeyRequest,
  passkeyRequest,
  type ShownPasskey,
} from '@lectern/contracts/identity/passkey';
import { Association } from '@lectern/service-kit/association/association';
import type { Admin } from '../admin/admin.entity.ts';
import { IdentityConfig } from '../config.ts';
import { CHALLENGE_MS, PasskeyChallenges, type Purpose } from './passkey-challenges.ts';
import type { Passkey } from './passkey.entity.ts';

/** Only administrators have passkeys, so most processes do without the library. */
const library = () => import('@simplewebauthn/server');

/** Null for anything that does not verify; an unreachable store of challenges is an error. */
const orNull = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    return null;
  }
};

/** The browser's answer in full. The contracts omit the second copy of the identifier, and extensions, which we do not request. */
const asAnswered = <T extends { readonly id: string }>(passkey: T) => ({
  ...passkey,
  rawId: passkey.id,
  type: 'public-key' as const,
  clientExtensionResults: {},
});

/** The bytes by which a passkey names its administrator. */
const handleOf = (adminId: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(adminId));

/**
 * Passkeys for the site's address (https://www.w3.org/TR/webauthn-3/, section 7). The authenticator stores each with its owner and asks for
 * a finger, a face or a PIN, so one passkey counts as two factors: something that a person has, and something that they are or know.
 */
@Injectable()
export class WebAuthn {
  private readonly site: URL;

  constructor(
    @Inject(IdentityConfig) config: IdentityConfig,
    private readonly association: Association,
    private readonly challenges: PasskeyChallenges,
  ) {
    this.site = new URL(config.PUBLIC_URL);
  }

  /** The options with which the browser creates a passkey; none beside another one of the same authenticator. */
  async creation(
    { id, email, name }: Pick<Admin, 'id' | 'email' | 'name'>,
    kept: readonly Passkey[],
    purpose: Purpose,
  ): Promise<PasskeyCreation> {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpName: (await this.association.current()).name,
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
    const { verifyRegistrationResponse } = await library();
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

  /** The options with which the browser requests a passkey. */
  async request(): Promise<PasskeyRequest> {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: this.site.hostname,
      timeout: CHALLENGE_MS,
      userVerification: 'required',
    });
    await this.challenges.keep(options.challenge, 'sign-in');
    return passkeyRequest.parse(options);
  }

  /** The passkey's own count of its uses, where it answers a challenge of a sign-in; null where it does not. */
  async shown(
    passkey: ShownPasskey,
    { adminId, credentialId, publicKey, transports, uses }: Passkey,
  ): Promise<number | null> {
    if (!Buffer.from(passkey.response.userHandle, 'base64url').equals(handleOf(adminId))) return null;
    const { verifyAuthenticationResponse } = await library();
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
