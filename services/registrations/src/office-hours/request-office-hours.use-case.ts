import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { officeHoursSlots } from '@lectern/contracts/office-hours';
import { officeHoursChanged } from '@lectern/contracts/registrations/events';
import { requestOfficeHours } from '@lectern/contracts/registrations/office-hours-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { MemberRepository } from '../member/member.repository.ts';
import { Schedules } from '../schedule/schedules.ts';
import { officeHoursEvent } from './office-hours-event.ts';
import { presentRequest } from './office-hours-request.presenter.ts';
import { OfficeHoursRequestRepository } from './office-hours-request.repository.ts';

/**
 * Gives an active member a slot of the office hours, one at a time, and publishes it. A repeated request gets the same answer and
 * publishes nothing. A member whose membership ends keeps their slot: it is one conversation, and they may cancel it. Throws
 * `membership_required`, `office_hours_held`, `slot_unknown` and `slot_taken`.
 */
@Injectable()
export class RequestOfficeHours {
  constructor(
    private readonly transactor: Transactor,
    private readonly members: MemberRepository,
    private readonly erased: ErasedAccounts,
    private readonly requests: OfficeHoursRequestRepository,
    private readonly schedules: Schedules,
    private readonly clock: Clock,
  ) {}

  @Handles(requestOfficeHours)
  async execute({
    member,
    startsAt,
    topic,
  }: RpcInput<typeof requestOfficeHours>): Promise<RpcOutput<typeof requestOfficeHours>> {
    return this.transactor.run(async (tx) => {
      await this.members.lockUser(tx, member.id);
      // The account was deleted meanwhile.
      if (await this.erased.has(tx, member.id)) throw new DomainError('token_invalid');
      const now = this.clock.now();
      const start = new Date(startsAt).getTime();
      const schedule = await this.schedules.officeHours(tx);
      const held = await this.requests.heldBy(tx, member.id, now);
      if (held !== null && held.startsAt.getTime() === start && held.topic === topic)
        return presentRequest(held, schedule);
      if (!member.isActive) {
        throw new DomainError('membership_required', {
          message: 'Office hours are for active members. Join the Debate Club to request a time.',
        });
      }
      if (held !== null) throw new DomainError('office_hours_held');
      const slot = officeHoursSlots(now, schedule).find((offered) => offered.startsAt.getTime() === start);
      if (slot === undefined)
        throw new DomainError(
          'slot_unknown',
          schedule.slotsPerWeek === 0 ? { message: 'No office hours are offered at the moment.' } : {},
        );
      const { id: userId, email, firstName, lastName } = member;
      const request = await this.requests.add(tx, {
        userId,
        email,
        firstName,
        lastName,
        topic,
        ...slot,
        requestedAt: now,
      });
      if (request === null) throw new DomainError('slot_taken');
      await tx.publish(officeHoursChanged, officeHoursEvent(request, 'requested', schedule));
      return presentRequest(request, schedule);
    });
  }
}
