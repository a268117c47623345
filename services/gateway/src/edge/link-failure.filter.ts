import { type ArgumentsHost, Catch, type ExceptionFilter, Inject, Injectable, UseFilters } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { ErrorKind } from '@lectern/contracts/errors';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { asDomainError } from './error.filter.ts';
import { ReturnAddress } from './return-address.ts';

const isLinkWrong = (kind: ErrorKind): boolean => kind === 'not_found' || kind === 'invalid';

/**
 * For a route that people follow from an email: whatever goes wrong sends the browser to this page, which says it in words.
 * `?link=unknown` when the link itself leads nowhere, `?link=later` when it could not be followed right now.
 */
export const FailuresLeadTo = (page: string): MethodDecorator => {
  @Injectable()
  @Catch()
  class LinkFailureFilter implements ExceptionFilter {
    constructor(
      @Inject(LOGGER) private readonly logger: Logger,
      private readonly returnAddress: ReturnAddress,
    ) {}

    catch(error: unknown, host: ArgumentsHost): void {
      const { kind } = asDomainError(error);
      if (kind === 'internal') this.logger.error({ err: error }, 'A link could not be followed');
      const reply = host.switchToHttp().getResponse<FastifyReply>();
      void reply
        .status(303)
        .header('location', this.returnAddress.of(`${page}?link=${isLinkWrong(kind) ? 'unknown' : 'later'}`))
        .send();
    }
  }
  return UseFilters(LinkFailureFilter);
};
