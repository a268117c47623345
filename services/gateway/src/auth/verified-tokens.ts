import { hash } from 'node:crypto';

/** Some hundred bytes each. */
const MOST_KEPT = 20_000;

/**
 * What tokens say whose signature, issuer, audience and type were checked already, by their digest: a checked signature stays right for as
 * long as the process has the same keys, and checking it takes longer than all the rest. Expiry is not kept: whoever asks looks at it.
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

/** No process keeps what opens an account for longer than the request. */
const digestOf = (token: string): string => hash('sha256', token, 'base64');
