import { Injectable } from '@nestjs/common';
import type { AudienceCount, LeftOutAddress, TargetAudience } from '@lectern/contracts/messaging/campaign-model';
import type { Page } from '@lectern/contracts/page';
import { decodeTextCursor, encodeTextCursor } from '@lectern/service-kit/paging/text-cursor';
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

  async count(targetAudience: TargetAudience): Promise<AudienceCount> {
    return this.audience.count(targetAudience, this.clock.now());
  }

  /** Sorted by address. Throws `cursor_invalid`. */
  async leftOut({
    targetAudience,
    limit,
    cursor,
  }: {
    targetAudience: TargetAudience;
    limit: number;
    cursor?: string | undefined;
  }): Promise<Page<LeftOutAddress>> {
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
