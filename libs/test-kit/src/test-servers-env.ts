/** How the global set-up tells the test workers, which are other processes, where the run's servers are. */
const POSTGRES = 'LECTERN_TEST_POSTGRES_URL';
const REDIS = 'LECTERN_TEST_REDIS_URL';

export const announceServers = (servers: { postgresUrl: string; redisUrl: string }): void => {
  process.env[POSTGRES] = servers.postgresUrl;
  process.env[REDIS] = servers.redisUrl;
};

export const announcedPostgresUrl = (): string => {
  return announced(POSTGRES);
};

export const announcedRedisUrl = (): string => {
  return announced(REDIS);
};

const announced = (name: string): string => {
  const url = process.env[name];
  if (url === undefined)
    throw new Error(`${name} is not set: name the file *.int-spec.ts and run it through "npm test"`);
  return url;
};
