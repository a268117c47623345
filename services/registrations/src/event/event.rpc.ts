import { Controller } from '@nestjs/common';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { listEvents } from '@lectern/contracts/registrations/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import type { Event } from './event.entity.ts';
import { EventRepository } from './event.repository.ts';

const present = (event: Event): PublicEvent => ({
  id: event.id,
  title: event.title,
  description: event.description,
  type: event.type,
  division: event.division,
  datetime: event.datetime.toISOString(),
  timezone: event.timezone,
  location: event.location,
  capacity: event.capacity,
  registrationDeadline: event.registrationDeadline.toISOString(),
  price: event.price,
});

@Controller()
export class EventRpc {
  constructor(
    private readonly events: EventRepository,
    private readonly clock: Clock,
  ) {}

  @HandlesRpc(listEvents)
  async list(): Promise<PublicEvent[]> {
    return (await this.events.upcoming(this.clock.now())).map(present);
  }
}
