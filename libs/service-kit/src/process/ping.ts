import type { DataSource } from 'typeorm';
import type { ServiceName } from '@lectern/contracts/rpc';
import { PINGS } from '@lectern/contracts/system/rpc';
import type { BoundRpcHandler } from '../rpc/redis-rpc-server.ts';

/** Answers a service's ping with whether its database answers. */
export const pingHandler = (service: ServiceName, dataSource: DataSource): BoundRpcHandler => ({
  contract: PINGS[service],
  handle: async () => ({
    database: await dataSource.query('SELECT 1').then(
      () => true,
      () => false,
    ),
  }),
});
