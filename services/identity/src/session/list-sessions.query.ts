import { Injectable } from '@nestjs/common';
import { listSessions } from '@lectern/contracts/identity/session-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Association } from '@lectern/service-kit/association/association';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { dayOf } from './start-session.ts';
import { SessionRepository } from './session.repository.ts';

/** The sessions of a token's holder: this one first. */
@Injectable()
export class ListSessions {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly clock: Clock,
    private readonly association: Association,
  ) {}

  @Handles(listSessions)
  async execute({ audience, claims }: RpcInput<typeof listSessions>): Promise<RpcOutput<typeof listSessions>> {
    const now = this.clock.now();
    const sessions = await this.sessions.ofHolder(audience, claims, now);
    // A day that was stored before the association's zone moved to the west may be tomorrow.
    const today = dayOf(now, (await this.association.current()).timeZone);
    return sessions
      .map(({ tokenId, client, startedAt, lastSeenOn }) => ({
        id: tokenId,
        client,
        startedAt: startedAt.toISOString(),
        lastSeenOn: lastSeenOn > today ? today : lastSeenOn,
        isThis: tokenId === claims.tokenId,
      }))
      .sort((a, b) => Number(b.isThis) - Number(a.isThis));
  }
}
