import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError, type ErrorBody, type ErrorCode } from '@lectern/contracts/errors';
import { newCorrelationId } from '@lectern/service-kit/logging/correlation';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { SECURITY_HEADERS } from './http-hooks.ts';

/** What the server's parser says, as a status and in our own words; everything else is 400. */
const ANSWERS: Record<string, readonly [number, ErrorCode]> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_too_slow'],
};

/** Node's own condition: bytes after the head of an answer would be taken for a part of that answer. */
const hasBegunToAnswer = (
  socket: Socket & { readonly _httpMessage?: Pick<ServerResponse, 'headersSent'> | null },
): boolean => socket._httpMessage?.headersSent === true;

/**
 * Answers bytes that are no request, are one with too long a head, or one that does not end in time, and ends the connection: where
 * one request stops and the next begins is not known any more. No hook and no filter runs for them, so all that an answer of ours has
 * is written here. It tells nothing of what came.
 */
export const answerUnreadable =
  (logger: Logger) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegunToAnswer(socket)) {
      socket.destroy();
      return;
    }
    const [status, failure] = ANSWERS[error.code ?? ''] ?? [400, 'malformed_request'];
    const correlationId = newCorrelationId();
    const { code, message } = new DomainError(failure);
    const body = JSON.stringify({ code, message, correlationId } satisfies ErrorBody);
    const headers = {
      ...SECURITY_HEADERS,
      'x-correlation-id': correlationId,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    logger.info({ correlationId, status, reason: error.code }, 'Answered what is no request');
    // The other end may still be sending, or gone: neither is awaited.
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () => socket.destroy());
  };
