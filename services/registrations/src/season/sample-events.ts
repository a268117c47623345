import type { EntityManager } from 'typeorm';
import { SampleRemoval } from '@lectern/service-kit/setup/sample-removal.entity';
import { Event } from '../event/event.entity.ts';
import { SEASON } from './season.ts';

/** Adds the events of the season that are missing. An existing one stays as it is, with administrators' changes. */
export const addSampleEvents = async (manager: EntityManager): Promise<void> => {
  if (await manager.existsBy(SampleRemoval, { id: true })) return;
  await manager
    .createQueryBuilder()
    .insert()
    .into(Event)
    .values([...SEASON])
    .orIgnore()
    // It would write the ids of added rows into the season, in the wrong order where some exist.
    .updateEntity(false)
    .execute();
};

/** Deletes the events of the season that administrators have not changed and nobody has registered for, and adds none from then on. */
export const removeSampleEvents = async (manager: EntityManager, removedAt: Date): Promise<void> => {
  await manager.upsert(SampleRemoval, { id: true, removedAt }, ['id']);
  await manager.query(
    `DELETE FROM events WHERE id = ANY($1) AND version = 1
       AND NOT EXISTS (SELECT FROM tournament_registrations WHERE event_id = events.id)
       AND NOT EXISTS (SELECT FROM bootcamp_registrations WHERE event_id = events.id)`,
    [SEASON.map(({ id }) => id)],
  );
};
