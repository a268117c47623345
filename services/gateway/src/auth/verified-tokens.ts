import { hash } from 'node:crypto';

/** Some hundred bytes each. */
const MOST_KEPT = 20_000;

/**
 * The claims of tokens whose signature, issuer, audience and type were verified already, by the token's digest. A verified
 * signature stays valid for as long as the process has the same keys, and verifying it takes longer than the rest of the request.
 * Callers check the expiry themselves.
 */
export class VerifiedTokens {
  private readonly said = new Map<string, unknown>();

  of(token: string): unknown {
    return this.said.get(digestOf(token));
  }

  keep(token: string, said: unknown): void {
    const [oldest] = this.said.keys();
    if (this.said.size >= MOST_KEPT && oldest !== undefined) this.said.delete(oldest);
    this.said.set(digestOf(token), said);
  }
}

/** The process keeps no usable token for longer than the request. */
const digestOf = (token: string): string => hash('sha256', token, 'base64');
