import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { officeHoursChanged } from '@lectern/contracts/registrations/events';
import { cancelOfficeHours } from '@lectern/contracts/registrations/office-hours-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { MemberRepository } from '../member/member.repository.ts';
import { Schedules } from '../schedule/schedules.ts';
import { officeHoursEvent } from './office-hours-event.ts';
import { OfficeHoursRequestRepository } from './office-hours-request.repository.ts';

/**
 * Releases an account's own slot before it begins, and publishes it; from then on other members may request it. Idempotent.
 * Throws `slot_begun`, and `not_found` for an unknown request or another member's.
 */
@Injectable()
export class CancelOfficeHours {
  constructor(
    private readonly transactor: Transactor,
    private readonly members: MemberRepository,
    private readonly requests: OfficeHoursRequestRepository,
    private readonly schedules: Schedules,
    private readonly clock: Clock,
  ) {}

  @Handles(cancelOfficeHours)
  async execute({ userId, id }: RpcInput<typeof cancelOfficeHours>): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.members.lockUser(tx, userId);
      const request = await this.requests.findOf(tx, userId, id);
      if (request === null) throw new DomainError('not_found');
      if (request.cancelledAt !== null) return;
      const now = this.clock.now();
      if (request.startsAt <= now) throw new DomainError('slot_begun');
      request.cancelledAt = now;
      await this.requests.save(tx, request);
      await tx.publish(
        officeHoursChanged,
        officeHoursEvent(request, 'cancelled', await this.schedules.officeHours(tx)),
      );
    });
  }
}
