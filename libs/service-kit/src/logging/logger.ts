import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { traceFields } from '../tracing/spans.ts';
import { correlationFields } from '../tracing/correlation.ts';
import { errorFields } from './error-fields.ts';

export type { Logger } from 'pino';

/**
 * Fields that must never reach a log, at any depth of the logged object. Log lines have ids, never contents; this
 * catches mistakes.
 */
const REDACTED = [
  'password',
  'confirmPassword',
  'currentPassword',
  'newPassword',
  'passwordHash',
  'token',
  'deviceToken',
  'authorization',
  'cookie',
  'secret',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/**
 * One JSON line for each entry on standard output (or a test's stream), with the process's name, the time in UTC, the
 * correlation id of the current work, and its trace where it is traced.
 */
export const createLogger = (processName: string, level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      name: processName,
      level,
      base: { pid: process.pid },
      mixin: () => ({ ...correlationFields(), ...traceFields() }),
      serializers: { err: (error: unknown) => (error instanceof Error ? errorFields(error) : { type: typeof error }) },
      redact: { paths: REDACTED, censor: '[redacted]' },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination,
  );

/** Nest's own lines, through the same logger. Its start-up messages go to `debug`. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...context: unknown[]): void {
    this.logger.debug({ context: context.at(-1) }, String(message));
  }

  error(message: unknown, ...context: unknown[]): void {
    if (message instanceof Error) this.logger.error({ err: message }, message.message);
    else this.logger.error({ context }, String(message));
  }

  warn(message: unknown, ...context: unknown[]): void {
    this.logger.warn({ context: context.at(-1) }, String(message));
  }

  debug(message: unknown, ...context: unknown[]): void {
    this.logger.debug({ context: context.at(-1) }, String(message));
  }

  verbose(message: unknown, ...context: unknown[]): void {
    this.logger.trace({ context: context.at(-1) }, String(message));
  }
}
