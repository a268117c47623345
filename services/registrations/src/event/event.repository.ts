import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Event } from './event.entity.ts';

@Injectable()
export class EventRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Active ones that are not over at `now`, soonest first. */
  async upcoming(now: Date): Promise<Event[]> {
    return this.dataSource
      .getRepository(Event)
      .createQueryBuilder('event')
      .where('event.isActive AND event.endsAt > :now', { now })
      .orderBy('event.datetime', 'ASC')
      .addOrderBy('event.id', 'ASC')
      .getMany();
  }
}
