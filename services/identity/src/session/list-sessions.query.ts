import { Injectable } from '@nestjs/common';
import { listSessions } from '@lectern/contracts/identity/session-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { SessionRepository } from './session.repository.ts';

/** The sessions of a token's holder: this one first. */
@Injectable()
export class ListSessions {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(listSessions)
  async execute({ audience, claims }: RpcInput<typeof listSessions>): Promise<RpcOutput<typeof listSessions>> {
    const sessions = await this.sessions.ofHolder(audience, claims, this.clock.now());
    return sessions
      .map(({ tokenId, client, startedAt, lastSeenOn }) => ({
        id: tokenId,
        client,
        startedAt: startedAt.toISOString(),
        lastSeenOn,
        isThis: tokenId === claims.tokenId,
      }))
      .sort((a, b) => Number(b.isThis) - Number(a.isThis));
  }
}
