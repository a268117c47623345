import { Inject, Injectable } from '@nestjs/common';
import type { TokenClaims } from '@lectern/contracts/identity/rpc';
import { Association } from '@lectern/service-kit/association/association';
import { Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { UNKNOWN_CLIENT } from './describe-client.ts';
import { type Audience, SessionRepository } from './session.repository.ts';
import { dayOf } from './start-session.ts';
import { LIFETIME_SECONDS } from './token-issuer.ts';

/** How many tokens a process remembers as recorded today. */
const REMEMBERED = 20_000;

/**
 * Records the day on which a session was last used: written once a day and process, not at every request. A recorded day is of the zone
 * that the association had then and is not converted when the zone changes, so days around a change may be one off.
 */
@Injectable()
export class NoteSessionUse {
  private noted = new Set<string>();
  private notedOn = '';

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly sessions: SessionRepository,
    private readonly clock: Clock,
    private readonly association: Association,
  ) {}

  /** Never rejects: a failure to record turns nobody away. */
  async execute(audience: Audience, claims: TokenClaims): Promise<void> {
    const { subject, tokenId } = claims;
    try {
      const { timeZone } = await this.association.current();
      const today = dayOf(this.clock.now(), timeZone);
      if (this.notedOn !== today || this.noted.size >= REMEMBERED) [this.noted, this.notedOn] = [new Set(), today];
      if (this.noted.has(tokenId)) return;
      this.noted.add(tokenId);
      await this.note(audience, claims, today);
    } catch (error) {
      this.noted.delete(tokenId);
      this.logger.warn({ err: error, accountId: subject }, 'The use of a session was not noted');
    }
  }

  private async note(
    audience: Audience,
    { subject, tokenId, sessionVersion, expiresAt }: TokenClaims,
    today: string,
  ): Promise<void> {
    const startedAt = new Date((expiresAt - LIFETIME_SECONDS[audience]) * 1_000);
    const session = {
      tokenId,
      sessionVersion,
      client: UNKNOWN_CLIENT,
      startedAt,
      lastSeenOn: today,
      expiresAt: new Date(expiresAt * 1_000),
    };
    await this.transactor.run((tx) => this.sessions.noteUse(tx, audience, subject, session));
  }
}
