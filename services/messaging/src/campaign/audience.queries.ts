import { Injectable } from '@nestjs/common';
import type { AudienceCount, LeftOutAddress } from '@lectern/contracts/messaging/campaign-model';
import { countAudience, listLeftOut } from '@lectern/contracts/messaging/campaign-sending-rpc';
import type { Page } from '@lectern/contracts/page';
import type { RpcInput } from '@lectern/contracts/rpc';
import { decodeTextCursor, encodeTextCursor } from '@lectern/service-kit/paging/text-cursor';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AudienceRepository } from './audience.repository.ts';

const SORT = 'left-out';

/** The audience of a campaign if it were sent now. */
@Injectable()
export class AudienceQueries {
  constructor(
    private readonly audience: AudienceRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(countAudience)
  async count({ targetAudience }: RpcInput<typeof countAudience>): Promise<AudienceCount> {
    return this.audience.count(targetAudience, this.clock.now());
  }

  /** Sorted by address. Throws `cursor_invalid`. */
  @Handles(listLeftOut)
  async leftOut({ targetAudience, limit, cursor }: RpcInput<typeof listLeftOut>): Promise<Page<LeftOutAddress>> {
    const now = this.clock.now();
    const [rows, { leftOut }] = await Promise.all([
      this.audience.leftOut(targetAudience, now, decodeTextCursor(SORT, cursor), limit + 1),
      this.audience.count(targetAudience, now),
    ]);
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      items: page.map(({ email, name, reason }) => ({ email, name, reason })),
      nextCursor: last === undefined ? null : encodeTextCursor(SORT, last.emailKey),
      total: leftOut.unsubscribed + leftOut.bounced + leftOut.complained + leftOut.invalid,
    };
  }
}
