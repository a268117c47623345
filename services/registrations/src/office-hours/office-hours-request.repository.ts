import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, MoreThan } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Account } from '../member/account.entity.ts';
import { OfficeHoursRequest } from './office-hours-request.entity.ts';

export type NewOfficeHoursRequest = Omit<OfficeHoursRequest, 'id' | 'cancelledAt'>;

@Injectable()
export class OfficeHoursRequestRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The slot that an account has and that is not over at `now`. In a transaction, or by committed rows where there is none. */
  async heldBy(tx: Transaction | null, userId: string, now: Date): Promise<OfficeHoursRequest | null> {
    return (tx?.manager ?? this.dataSource)
      .getRepository(OfficeHoursRequest)
      .findOne({ where: { userId, endsAt: MoreThan(now), cancelledAt: IsNull() }, order: { startsAt: 'ASC' } });
  }

  /** An account's own request, cancelled or not. */
  async findOf(tx: Transaction, userId: string, id: string): Promise<OfficeHoursRequest | null> {
    return tx.manager.getRepository(OfficeHoursRequest).findOneBy({ id, userId });
  }

  /** The sessions that are not over at `now`, soonest first. */
  async upcoming(now: Date): Promise<OfficeHoursRequest[]> {
    return this.dataSource
      .getRepository(OfficeHoursRequest)
      .find({ where: { endsAt: MoreThan(now), cancelledAt: IsNull() }, order: { startsAt: 'ASC' } });
  }

  /** Takes a slot. Null where another session is at that time; of concurrent requests the constraint lets one through. */
  async add(tx: Transaction, request: NewOfficeHoursRequest): Promise<OfficeHoursRequest | null> {
    const [row] = await tx.manager.query<{ id: string }[]>(
      `INSERT INTO office_hours_requests (user_id, email, first_name, last_name, topic, starts_at, ends_at, requested_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT ON CONSTRAINT office_hours_requests_one_at_a_time DO NOTHING RETURNING id`,
      [
        request.userId,
        request.email,
        request.firstName,
        request.lastName,
        request.topic,
        request.startsAt,
        request.endsAt,
        request.requestedAt,
      ],
    );
    return row === undefined ? null : { ...request, id: row.id, cancelledAt: null };
  }

  /** Gives the slot that an account has, and that is not over at `now`, its current name and email. Idempotent. */
  async followAccount(tx: Transaction, { userId, email, firstName, lastName }: Account, now: Date): Promise<void> {
    await tx.manager.update(
      OfficeHoursRequest,
      { userId, endsAt: MoreThan(now), cancelledAt: IsNull() },
      { email, firstName, lastName },
    );
  }

  /** Releases the future slots of an account, and removes the person from the others. */
  async erase(tx: Transaction, userId: string, now: Date): Promise<void> {
    await tx.manager.query('DELETE FROM office_hours_requests WHERE user_id = $1 AND starts_at > $2', [userId, now]);
    await tx.manager.query(
      `UPDATE office_hours_requests SET email = '', first_name = '', last_name = '', topic = '' WHERE user_id = $1`,
      [userId],
    );
  }

  async save(tx: Transaction, request: OfficeHoursRequest): Promise<void> {
    await tx.manager.getRepository(OfficeHoursRequest).save(request);
  }
}
