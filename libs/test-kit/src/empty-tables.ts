interface Queryable {
  query(sql: string): Promise<unknown>;
}

const DEADLOCK = '40P01';
const ATTEMPTS = 10;

/**
 * `TRUNCATE ${tables}`, beside a running service. Its jobs read and write these tables in their own order, so the
 * server may choose this statement to break a deadlock; then it is tried again. Every other error is the caller's.
 */
export const emptyTables = async (database: Queryable, tables: string): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await database.query(`TRUNCATE ${tables}`);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || (error as { code?: string }).code !== DEADLOCK) throw error;
    }
  }
};
