import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, LessThanOrEqual, Not } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { BootcampRegistration } from './bootcamp-registration.entity.ts';
import { FILLING } from './place.ts';

/** Changes happen under the lock of the run ({@link EventRepository.lock}), so what these read stays so until the commit. */
@Injectable()
export class BootcampRegistrationRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Which run a registration is for; null when there is no such registration. */
  async runOf(id: string): Promise<string | null> {
    const found = await this.dataSource.getRepository(BootcampRegistration).findOne({ select: { id: true, eventId: true }, where: { id } });
    return found?.eventId ?? null;
  }

  async find(tx: Transaction, id: string): Promise<BootcampRegistration | null> {
    return tx.manager.getRepository(BootcampRegistration).findOneBy({ id });
  }

  /** A person's registration for a run. One that was paid back is history and does not count. */
  async findOfPerson(tx: Transaction, eventId: string, emailKey: string): Promise<BootcampRegistration | null> {
    return tx.manager.getRepository(BootcampRegistration).findOneBy({ eventId, emailKey, paymentStatus: Not('refunded') });
  }

  /** Adds a registration, or writes what was changed of it. Fills in what the database decides. */
  async save(tx: Transaction, registration: BootcampRegistration): Promise<void> {
    await tx.manager.getRepository(BootcampRegistration).save(registration);
  }

  /** How many places of a run are filled. */
  async countFilled(tx: Transaction, eventId: string): Promise<number> {
    return tx.manager.getRepository(BootcampRegistration).countBy({ eventId, place: In(FILLING) });
  }

  /** The first of a run's waiting list. */
  async firstWaiting(tx: Transaction, eventId: string, limit: number): Promise<BootcampRegistration[]> {
    return tx.manager
      .getRepository(BootcampRegistration)
      .find({ where: { eventId, place: 'waiting' }, order: { waitlistedAt: 'ASC' }, take: limit });
  }

  /** From 1 on. */
  async position(tx: Transaction, { eventId, waitlistedAt }: BootcampRegistration): Promise<number> {
    return tx.manager.getRepository(BootcampRegistration).countBy({ eventId, place: 'waiting', waitlistedAt: LessThanOrEqual(waitlistedAt!) });
  }

  /** When the last of a run's waiting list joined it; null when nobody waits. */
  async lastWaitlistedAt(tx: Transaction, eventId: string): Promise<Date | null> {
    const last = await tx.manager
      .getRepository(BootcampRegistration)
      .findOne({ where: { eventId, place: 'waiting' }, order: { waitlistedAt: 'DESC' } });
    return last?.waitlistedAt ?? null;
  }

  /** Holds and offers of a run whose time is over at `now`. */
  async lapsed(tx: Transaction, eventId: string, now: Date): Promise<BootcampRegistration[]> {
    return tx.manager
      .getRepository(BootcampRegistration)
      .createQueryBuilder('registration')
      .where('registration.eventId = :eventId', { eventId })
      .andWhere(
        `(registration.place = 'held' AND (registration.heldUntil IS NULL OR registration.heldUntil <= :now)
          OR registration.place = 'offered' AND registration.offeredUntil <= :now)`,
        { now },
      )
      .orderBy('registration.registeredAt')
      .getMany();
  }

  /** Runs that are not over at `now` and have a hold, an offer or a waiting list to look after. */
  async runsToLookAfter(now: Date): Promise<string[]> {
    const rows = await this.dataSource.query<{ event_id: string }[]>(
      `SELECT DISTINCT registration.event_id FROM bootcamp_registrations registration
       JOIN events ON events.id = registration.event_id AND events.ends_at > $1
       WHERE registration.place = 'waiting'
          OR registration.place = 'held' AND (registration.held_until IS NULL OR registration.held_until <= $1)
          OR registration.place = 'offered' AND registration.offered_until <= $1`,
      [now],
    );
    return rows.map((row) => row.event_id);
  }

  /** A paid place of this person whose included tournament entry was not used yet. */
  async findWithFreeEntry(tx: Transaction | null, emailKey: string): Promise<string | null> {
    const [row] = await (tx?.manager ?? this.dataSource).query<{ id: string }[]>(
      `SELECT id FROM bootcamp_registrations registration
       WHERE email_key = $1 AND payment_status = 'paid' AND NOT EXISTS (
         SELECT 1 FROM tournament_registrations entry WHERE entry.bootcamp_registration_id = registration.id
       )
       ORDER BY registered_at, id LIMIT 1`,
      [emailKey],
    );
    return row?.id ?? null;
  }
}
