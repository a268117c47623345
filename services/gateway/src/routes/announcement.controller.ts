import { Controller, Inject } from '@nestjs/common';
import { getSubscription } from '@lectern/contracts/billing/rpc';
import type { AnnouncementReader } from '@lectern/contracts/content/announcement';
import * as http from '@lectern/contracts/content/announcement-http';
import * as content from '@lectern/contracts/content/announcement-rpc';
import type { CurrentUser } from '@lectern/contracts/identity/model';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { memberStatus } from './member-status.ts';

/** The announcements on the dashboard. Content decides who gets them; billing knows the plan of a member. */
@Controller()
export class AnnouncementController {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Serves(http.listAnnouncements)
  async list({ caller }: Call<typeof http.listAnnouncements>) {
    return this.rpc.call(content.listAnnouncements, { reader: await this.readerOf(caller.member) });
  }

  /** Where billing does not answer, an annual member is an active one: the announcements for all members are shown. */
  private async readerOf(member: CurrentUser): Promise<AnnouncementReader> {
    const status = memberStatus(member);
    if (status === 'inactive_member') return status;
    try {
      const subscription = await this.rpc.call(getSubscription, { userId: member.id });
      return subscription?.interval === 'year' && subscription.ended_at == null ? 'annual_member' : status;
    } catch (error) {
      this.logger.warn({ err: error }, 'The plan of a member could not be read');
      return status;
    }
  }
}
