/** A real Postgres and a real Redis for a run of tests, empty, and fast rather than durable. */
export interface BackingServers {
  kind: 'docker' | 'embedded';
  /** The superuser's, naming the database `postgres`. */
  postgresUrl: string;
  redisUrl: string;
  stop(): Promise<void>;
}

/** Suites on two cores hold a few pools each. */
export const TEST_MAX_CONNECTIONS = 300;
/** One logical Redis database for each suite of a run. */
export const TEST_REDIS_DATABASES = 1024;
