import * as z from 'zod/mini';
import { rpc, type RpcContract, SERVICE_NAMES, type ServiceName } from '../rpc.ts';

const ping = (service: ServiceName) =>
  rpc({
    name: `${service}.ping.v1`,
    input: z.object({}),
    /** `false` where the service runs but its database does not answer. */
    output: z.object({ database: z.boolean() }),
    timeoutMs: 1_500,
  });

/** Checks whether a service and its database answer. Every service has this request. */
export const PINGS = Object.fromEntries(SERVICE_NAMES.map((name) => [name, ping(name)])) as Record<
  ServiceName,
  ReturnType<typeof ping> & RpcContract
>;
