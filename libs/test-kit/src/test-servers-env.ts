/**
 * The environment variables with which the global set-up gives the run's servers to the test workers, which are other
 * processes.
 */
const POSTGRES = 'LECTERN_TEST_POSTGRES_URL';
const REDIS = 'LECTERN_TEST_REDIS_URL';
const SHARED_SYSTEMS = 'LECTERN_TEST_SHARED_SYSTEMS';

export const announceServers = (servers: { postgresUrl: string; redisUrl: string }): void => {
  process.env[POSTGRES] = servers.postgresUrl;
  process.env[REDIS] = servers.redisUrl;
};

export const areServersAnnounced = (): boolean => process.env[POSTGRES] !== undefined;

export const announcedPostgresUrl = (): string => {
  return announced(POSTGRES);
};

export const announcedRedisUrl = (): string => {
  return announced(REDIS);
};

export const announceSharedSystems = (folder: string): void => {
  process.env[SHARED_SYSTEMS] = folder;
};

/** The data of the systems that specs share, with a folder for each worker of Vitest. */
export const sharedSystemsFolder = (): string => {
  return announced(SHARED_SYSTEMS);
};

const announced = (name: string): string => {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: name the file *.int-spec.ts and run it through "npm test"`);
  return value;
};
