import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { type PageRequest, pageRequest, readSearched } from './list-page.ts';
import { searchPattern } from './search-pattern.ts';

const PEOPLE = 10_000;

@Entity('people')
class Person {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('boolean')
  isMember!: boolean;

  @Column('timestamptz')
  cameAt!: Date;
}

let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await new DataSource({
    type: 'postgres',
    url: database.adminUrl,
    entities: [Person],
    synchronize: true,
  }).initialize();
  // Three rows have each instant, so that the order needs more than the instant.
  await dataSource.query(
    `INSERT INTO people SELECT md5(n::text)::uuid,
       ' everybody' || CASE WHEN n % 2 = 0 THEN ' half' ELSE '' END || CASE WHEN n % 1250 = 0 THEN ' seldom' ELSE '' END
         || CASE WHEN n <= 2000 THEN ' oldest' ELSE '' END || CASE WHEN n <= 2000 OR n % 1250 = 0 THEN ' scattered' ELSE '' END || CASE WHEN n <= 499 THEN ' almost' ELSE '' END || CASE WHEN n <= 500 THEN ' just' ELSE '' END,
       n % 3 > 0, timestamptz '2026-01-01' + n / 3 * interval '1 minute'
     FROM generate_series(1, $1::int) AS n`,
    [PEOPLE],
  );
  await dataSource.query(
    `CREATE EXTENSION pg_trgm; CREATE INDEX people_search ON people USING gin (name gin_trgm_ops); CREATE INDEX people_newest ON people ("cameAt", id); ANALYZE people`,
  );
});

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

const read = (word: string, query: Parameters<typeof pageRequest>[0], members: boolean) => {
  const rows = dataSource
    .getRepository(Person)
    .createQueryBuilder('person')
    .where(members ? 'person.isMember' : 'true');
  const request: PageRequest<Person> = pageRequest(query, 'cameAt');
  return readSearched(rows, { by: 'name', pattern: searchPattern(word)! }, request);
};

const expected = async (word: string, direction: 'ASC' | 'DESC', members: boolean): Promise<string[]> => {
  const rows = await dataSource.query<{ id: string }[]>(
    `SELECT id FROM people WHERE position($1 IN name) > 0 AND ("isMember" OR NOT $2) ORDER BY "cameAt" ${direction}, id ${direction}`,
    [word, members],
  );
  return rows.map(({ id }) => id);
};

describe('a search of a list', () => {
  it.each([
    ['what everybody has', 'everybody', 500],
    ['what half of them have', 'half', 500],
    ['what few have', 'seldom', 8],
    ['what those at the far end have', 'oldest', 500],
    ['what few have, and then many at the far end', 'scattered', 500],
    ['one less than are counted', 'almost', 499],
    ['as many as are counted', 'just', 500],
    ['what nobody has', 'nobody', 0],
  ])('finds %s, page by page, each once and in order', async (_what, word, total) => {
    for (const sort of ['-cameAt', 'cameAt']) {
      const all = await expected(word, sort === 'cameAt' ? 'ASC' : 'DESC', false);
      const ids: string[] = [];
      let cursor: string | undefined;
      // Some pages at the beginning; reading all forty thousand shows nothing else.
      for (let page = 0; page < 15; page += 1) {
        const found = await read(word, { limit: 137, sort, ...(cursor !== undefined && { cursor }) }, false);
        expect(found.total).toBe(total);
        ids.push(...found.items.map(({ id }) => id));
        cursor = found.nextCursor ?? undefined;
        if (cursor === undefined) break;
      }
      expect(ids).toEqual(all.slice(0, 15 * 137));
      expect(cursor === undefined).toBe(all.length <= 15 * 137);
    }
  });

  it('applies the filter of its list', async () => {
    for (const word of ['half', 'seldom', 'oldest']) {
      const { items } = await read(word, { limit: 50 }, true);
      expect(items.map(({ id }) => id)).toEqual((await expected(word, 'DESC', true)).slice(0, 50));
      expect(items.every(({ isMember }) => isMember)).toBe(true);
    }
  });

  it('is a plain list of the first thousand without a page request', async () => {
    const { items, nextCursor } = await read('half', {}, false);
    expect(items.map(({ id }) => id)).toEqual((await expected('half', 'DESC', false)).slice(0, 1_000));
    expect(nextCursor).not.toBeNull();
  });
});
