import type { FastifyRequest } from 'fastify';
import type { RequestOrigin } from '@lectern/contracts/identity/model';

const AGENT_MAX = 400;

/** Where a request came from. The address is the peer's, or what a trusted proxy says. */
export const originOf = (request: FastifyRequest): RequestOrigin => ({
  ipAddress: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, AGENT_MAX) ?? null,
});
