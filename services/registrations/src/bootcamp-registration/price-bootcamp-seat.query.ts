import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { priceBootcampSeat } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { EventRepository } from '../event/event.repository.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { BootcampRegistrationRepository } from './bootcamp-registration.repository.ts';

/** The current price of a seat in the next run; null where this person gets none. Throws `address_refused`. */
@Injectable()
export class PriceBootcampSeat {
  constructor(
    private readonly events: EventRepository,
    private readonly registrations: BootcampRegistrationRepository,
    private readonly members: MemberRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(priceBootcampSeat)
  async execute({
    userId,
    ...person
  }: RpcInput<typeof priceBootcampSeat>): Promise<RpcOutput<typeof priceBootcampSeat>> {
    const emailKey = keyOf(person.email);
    if (userId === null) await this.members.checkGuest(null, emailKey);
    const run = await this.events.nextOpen(null, 'bootcamp', this.clock.now());
    if (run === null) return { amount: null };
    const before = await this.registrations.findOfPerson(null, run.id, { ...person, emailKey });
    return { amount: before?.seat === 'taken' ? null : run.price };
  }
}
