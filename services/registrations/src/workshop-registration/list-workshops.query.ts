import { Injectable } from '@nestjs/common';
import { listWorkshops } from '@lectern/contracts/registrations/workshop-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { availabilityOf } from '../event/availability.ts';
import { EventRepository } from '../event/event.repository.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { WorkshopRegistrationRepository } from './workshop-registration.repository.ts';

/** Active workshops that are not over, soonest first, each with its availability and the account's own seat. */
@Injectable()
export class ListWorkshops {
  constructor(
    private readonly events: EventRepository,
    private readonly members: MemberRepository,
    private readonly registrations: WorkshopRegistrationRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(listWorkshops)
  async execute({ userId }: RpcInput<typeof listWorkshops>): Promise<RpcOutput<typeof listWorkshops>> {
    const now = this.clock.now();
    const [workshops, membership] = await Promise.all([
      this.events.upcomingWorkshops(now),
      this.members.openMembershipOf(null, userId),
    ]);
    const ids = workshops.map(({ id }) => id);
    const [occupancies, own] = await Promise.all([
      this.registrations.occupancyOf(null, ids),
      this.registrations.ofUser(userId, ids),
    ]);
    return {
      isIncluded: membership?.plan === 'annual',
      workshops: await Promise.all(
        workshops.map(async (workshop) => {
          const occupancy = occupancies.find(({ eventId }) => eventId === workshop.id) ?? { filled: 0, waiting: 0 };
          const registration = own.find(({ eventId }) => eventId === workshop.id);
          const isWaiting = registration?.seat === 'waiting';
          return {
            id: workshop.id,
            title: workshop.title,
            description: workshop.description,
            datetime: workshop.datetime.toISOString(),
            endsAt: workshop.endsAt.toISOString(),
            timezone: workshop.timezone,
            location: workshop.location,
            registrationDeadline: workshop.registrationDeadline.toISOString(),
            ...availabilityOf(workshop, occupancy, now),
            seat:
              registration === undefined
                ? null
                : {
                    status: isWaiting ? ('waiting' as const) : ('taken' as const),
                    position: isWaiting ? await this.registrations.position(null, registration) : null,
                  },
            zoomLink: registration?.seat === 'taken' ? workshop.zoomLink : null,
            sequence: workshop.sequence,
          };
        }),
      ),
    };
  }
}
