import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/* An authenticator in software (https://www.w3.org/TR/webauthn-3/, section 6), for tests of servers: ES256 keys, without attestation. */

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

/** The faults that a test may choose. */
export interface Faults {
  /** The site that the browser visits, in place of the right one. */
  readonly origin?: string;
  /** The site's relying party id, in place of the right one. */
  readonly rpId?: string;
  /** The authenticator did not verify the user by finger, face or PIN. */
  readonly isUnverified?: boolean;
  /** Does not count its use, as a copy of it would not. */
  readonly isCopy?: boolean;
  /** The holder that it claims. */
  readonly userHandle?: string;
}

const CREATED = 0x45; // user present, user verified, attested credential data
const SHOWN = 0x05; // user present, user verified
const VERIFIED = 0x04;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** The parts of CBOR (RFC 8949) that are needed here: small numbers, texts, bytes and maps. */
const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
};
type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, part]) => [cbor(key), cbor(part)])]);
};

const coseKey = (publicKey: KeyObject): Buffer => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
};

/** A passkey after its creation. */
export class SoftwarePasskey {
  readonly id = randomBytes(32).toString('base64url');
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private uses = 0;

  constructor(
    private readonly origin: string,
    private readonly options: CreationOptions,
  ) {}

  /** The browser's response at creation (`RegistrationResponseJSON`, as far as servers read it). */
  created(faults: Faults = {}) {
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 255]),
      id,
      coseKey(this.keys.publicKey),
    ]);
    const authData = Buffer.concat([this.authenticatorData(CREATED, faults), attested]);
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return {
      id: this.id,
      response: {
        clientDataJSON: this.clientData('webauthn.create', this.options.challenge, faults).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** The browser's response at sign-in (`AuthenticationResponseJSON`, likewise). */
  shown({ challenge }: { readonly challenge: string }, faults: Faults = {}) {
    if (faults.isCopy !== true) this.uses += 1;
    const clientData = this.clientData('webauthn.get', challenge, faults);
    const data = this.authenticatorData(SHOWN, faults);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.keys.privateKey);
    return {
      id: this.id,
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: faults.userHandle ?? this.options.user.id,
      },
    };
  }

  private clientData(type: string, challenge: string, { origin = this.origin }: Faults): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private authenticatorData(flags: number, { rpId = this.options.rp.id, isUnverified = false }: Faults): Buffer {
    return Buffer.concat([sha256(rpId), Buffer.from([isUnverified ? flags & ~VERIFIED : flags]), uint32(this.uses)]);
  }
}
