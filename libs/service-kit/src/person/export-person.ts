import type { DataSource, EntityManager } from 'typeorm';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { Person, PersonData } from '@lectern/contracts/person-data';
import { exportedName, type PersonalData, type PersonTable } from './person-tables.ts';

type Row = Record<string, unknown>;

/**
 * Everything that a service stores about a person, at one point in time. Every section is present, empty ones too.
 * Writes nothing.
 */
export const exportPerson = async (dataSource: DataSource, kept: PersonalData, person: Person): Promise<PersonData> =>
  dataSource.transaction('REPEATABLE READ', async (manager) => {
    const data: PersonData = {};
    for (const [name, table] of Object.entries(kept.tables))
      data[table.section] = await rowsOf(manager, name, table, person);
    return data;
  });

const rowsOf = async (
  manager: EntityManager,
  table: string,
  { ownerCondition: whose, columns, computed: also = {}, order }: PersonTable,
  person: Person,
): Promise<Row[]> => {
  const values = [
    ...Object.entries(columns).flatMap(([column, it]) =>
      it.omitted === undefined ? [`kept."${column}" AS "${exportedName(column, it)}"`] : [],
    ),
    ...Object.entries(also).map(([name, sql]) => `(${sql}) AS "${name}"`),
  ];
  const rows = await manager.query<Row[]>(
    `WITH person AS (SELECT $1::uuid AS user_id, $2::text AS email_key)
     SELECT ${values.join(', ')} FROM "${table}" kept, person WHERE ${whose} ORDER BY kept."${order}"`,
    [person.userId, person.verifiedEmail === null ? null : keyOf(person.verifiedEmail)],
  );
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
    ),
  );
};
