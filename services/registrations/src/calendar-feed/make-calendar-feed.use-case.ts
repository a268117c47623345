import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { makeCalendarFeed } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { RegistrationsConfig } from '../config.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { presentFeed } from './calendar-feed.presenter.ts';
import { CalendarFeedRepository } from './calendar-feed.repository.ts';

/**
 * Creates an account's calendar feed, or replaces it; the former key stops working. The feed ends with the version of the session
 * that creates it. Throws `token_invalid` for a session that has ended meanwhile.
 */
@Injectable()
export class MakeCalendarFeed {
  constructor(
    private readonly transactor: Transactor,
    private readonly feeds: CalendarFeedRepository,
    private readonly members: MemberRepository,
    private readonly erased: ErasedAccounts,
    private readonly clock: Clock,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  /** A gateway of an older revision omits the version. */
  @Handles(makeCalendarFeed)
  async execute({
    userId,
    sessionVersion,
  }: RpcInput<typeof makeCalendarFeed>): Promise<RpcOutput<typeof makeCalendarFeed>> {
    return this.transactor.run(async (tx) => {
      await this.members.lockUser(tx, userId);
      // The account was deleted meanwhile.
      if (await this.erased.has(tx, userId)) throw new DomainError('token_invalid');
      const [account, former] = [await this.members.findAccount(tx, userId), await this.feeds.of(tx, userId)];
      const newest = Math.max(account?.sessionVersion ?? 0, former?.sessionVersion ?? 0);
      const feed = {
        userId,
        feedId: randomUUID(),
        sessionVersion: sessionVersion ?? newest,
        createdAt: this.clock.now(),
      };
      if (feed.sessionVersion < newest) throw new DomainError('token_invalid');
      await this.feeds.put(tx, feed);
      return presentFeed(feed, this.config);
    });
  }
}
