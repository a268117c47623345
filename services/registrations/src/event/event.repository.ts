import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type Repository } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
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

  /** The soonest active one of a type whose registration is open at `now`. In a transaction, or what is committed where there is none. */
  async nextOpen(tx: Transaction | null, type: Event['type'], now: Date): Promise<Event | null> {
    return this.rows(tx)
      .createQueryBuilder('event')
      .where('event.isActive AND event.type = :type AND event.registrationDeadline > :now', { type, now })
      .orderBy('event.datetime', 'ASC')
      .addOrderBy('event.id', 'ASC')
      .getOne();
  }

  async find(tx: Transaction | null, id: string): Promise<Event | null> {
    return this.rows(tx).findOneBy({ id });
  }

  /** Lets one change of an event's places at a time through, until the transaction ends. The event as it is then. */
  async lock(tx: Transaction, id: string): Promise<Event> {
    return tx.manager.getRepository(Event).findOneOrFail({ where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  private rows(tx: Transaction | null): Repository<Event> {
    return (tx?.manager ?? this.dataSource).getRepository(Event);
  }
}
