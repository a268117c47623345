import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DomainError, type ErrorBody } from '@lectern/contracts/errors';
import { readSetup } from '@lectern/contracts/identity/setup-rpc';
import type { RouteContract } from '@lectern/contracts/route';
import { STATUS_OF_KIND } from '@lectern/contracts/status-of-kind';
import { checkSetupCode, finishSetup } from '@lectern/contracts/system/setup-http';
import { currentCorrelationId } from '@lectern/service-kit/tracing/correlation';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { servedConfigOf } from './serves.decorator.ts';

interface FastifyFailure {
  readonly code: string;
  readonly statusCode: number;
}

const isFastifyFailure = (error: unknown): error is FastifyFailure =>
  typeof error === 'object' &&
  error !== null &&
  'statusCode' in error &&
  'code' in error &&
  typeof error.code === 'string';

/** Maps any failure to a domain error, including the server's own responses to malformed requests. */
export const asDomainError = (error: unknown): DomainError => {
  if (error instanceof DomainError) return error;
  if (isFastifyFailure(error)) {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new DomainError('body_too_large');
    if (error.statusCode >= 400 && error.statusCode < 500) return new DomainError('malformed_body');
  }
  if (error instanceof HttpException) {
    if (error.getStatus() === 404) return new DomainError('route_unknown');
    if (error.getStatus() === 413) return new DomainError('body_too_large');
    if (error.getStatus() < 500) return new DomainError('malformed_body');
  }
  return new DomainError('internal', { cause: error });
};

const SETUP: ReadonlySet<RouteContract | undefined> = new Set<RouteContract>([checkSetupCode, finishSetup]);

/** Every failure leaves the gateway as `{ code, message, fields?, correlationId }`; an unexpected one reveals no details. */
@Injectable()
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly rpc: RpcClient,
  ) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const found = asDomainError(error);
    const failure = await this.unlessClosed(found, reply);
    if (failure.kind === 'internal') this.logger.error({ err: error }, 'A request failed');
    const body: ErrorBody = {
      code: failure.code,
      message: failure.message,
      ...(failure.fields === undefined ? {} : { fields: failure.fields }),
      correlationId: currentCorrelationId(),
    };
    // The server would close the connection while the rest of the body is still arriving, and the reset could overtake the response. The
    // rest is discarded instead, until the request times out.
    if (found.kind === 'too_large' || found.code === 'malformed_body') void reply.removeHeader('connection');
    if (failure.retryAfter !== undefined) void reply.header('retry-after', String(failure.retryAfter));
    if (failure.kind === 'unauthenticated') void reply.header('www-authenticate', 'Bearer');
    void reply.status(STATUS_OF_KIND[failure.kind]).send(body);
  }

  /** A closed setup answers as a route that does not exist, whatever is wrong with the request. */
  private async unlessClosed(failure: DomainError, { request }: FastifyReply): Promise<DomainError> {
    if (failure.kind !== 'invalid' || !SETUP.has(servedConfigOf(request).contract)) return failure;
    const { isOpen } = await this.rpc.call(readSetup, {}).catch(() => ({ isOpen: true }));
    return isOpen ? failure : new DomainError('route_unknown');
  }
}
