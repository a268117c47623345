import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type {
  associationProfileChanged,
  clubScheduleChanged,
  meetingPlacesChanged,
  officeHoursScheduleChanged,
} from '@lectern/contracts/content/events';
import { SHIPPED_VERSION } from '@lectern/contracts/content/site-text';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '../database/transaction.ts';
import { PublishedText } from './published-text.entity.ts';

/** The texts that content publishes to services, by its keys for them. */
interface PublishedValues {
  readonly profile: EventPayload<typeof associationProfileChanged>['profile'];
  readonly meetingPlaces: EventPayload<typeof meetingPlacesChanged>['places'];
  readonly weeklySession: EventPayload<typeof clubScheduleChanged>['schedule'];
  readonly officeHours: EventPayload<typeof officeHoursScheduleChanged>['schedule'];
}
type PublishedKey = keyof PublishedValues;

export interface PublishedVersion<T> {
  readonly version: number;
  readonly value: T;
}

/** A service's copies of the texts that content publishes in versions. A service that uses it has the entity in its schema. */
@Injectable()
export class PublishedTexts {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The newest received versions; no entry for a text that content has not published yet. */
  async newest<K extends PublishedKey>(
    keys: readonly K[],
    tx: Transaction | null = null,
  ): Promise<{ readonly [P in K]?: PublishedVersion<PublishedValues[P]> }> {
    const rows = await (tx?.manager ?? this.dataSource).getRepository(PublishedText).findBy({ key: In(keys) });
    return Object.fromEntries(rows.map(({ key, version, value }) => [key, { version, value }])) as {
      [P in K]?: PublishedVersion<PublishedValues[P]>;
    };
  }

  /**
   * Stores a version, unless a newer one is stored: events arrive in any order. Version 1 is the environment's or the software's, so it
   * leaves no copy, and a restart with other settings is followed.
   */
  async keepNewest<K extends PublishedKey>(
    tx: Transaction,
    key: K,
    { version, value }: PublishedVersion<PublishedValues[K]>,
  ): Promise<void> {
    if (version === SHIPPED_VERSION) {
      await tx.manager.query('DELETE FROM published_texts WHERE key = $1 AND version < $2', [key, version]);
      return;
    }
    await tx.manager.query(
      `INSERT INTO published_texts (key, version, value) VALUES ($1, $2, $3)
       ON CONFLICT (key) DO UPDATE SET version = excluded.version, value = excluded.value
       WHERE published_texts.version < excluded.version`,
      [key, version, JSON.stringify(value)],
    );
  }
}
