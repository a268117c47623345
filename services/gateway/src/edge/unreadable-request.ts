import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError, type ErrorBody, type ErrorCode } from '@lectern/contracts/errors';
import { newCorrelationId } from '@lectern/service-kit/tracing/correlation';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { SECURITY_HEADERS } from './http-hooks.ts';

/** Our status and error code for the parser's errors; 400 for all others. */
const ANSWERS: Record<string, readonly [number, ErrorCode]> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_too_slow'],
};

/**
 * Answers bytes that are no HTTP request, a head that is too long, or a request that does not end in time, and closes the
 * connection: the boundary between requests is lost. No hook or filter runs for them, so this writes a complete response. It
 * repeats nothing of the request.
 */
export class UnreadableRequests {
  /** The responses of each connection that have not ended. */
  private readonly responses = new WeakMap<Socket, Set<ServerResponse>>();

  constructor(private readonly logger: Logger) {}

  /** For the server's event `request`. */
  readonly note = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const open = this.responses.get(socket) ?? new Set();
    this.responses.set(socket, open.add(response));
    response.once('close', () => open.delete(response));
  };

  /** For the server's event `clientError`. */
  readonly answer = (error: NodeJS.ErrnoException, socket: Socket): void => {
    // Bytes after the head of a response would be taken for a part of that response.
    const hasBegun = [...(this.responses.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegun) {
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
    this.logger.info({ correlationId, status, reason: error.code }, 'Answered what is no request');
    // The client may still be sending, or be gone: neither is awaited.
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () => socket.destroy());
  };
}
