import { Injectable } from '@nestjs/common';
import { checkEventNotice } from '@lectern/contracts/registrations/event-notice-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { EventNoticeRepository } from './event-notice.repository.ts';

/** Whether a notice that is about to be emailed is still true. */
@Injectable()
export class CheckEventNotice {
  constructor(
    private readonly notices: EventNoticeRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(checkEventNotice)
  async execute({ noticeId }: RpcInput<typeof checkEventNotice>): Promise<RpcOutput<typeof checkEventNotice>> {
    return { isCurrent: await this.notices.isCurrent(noticeId, this.clock.now()) };
  }
}
