import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { DomainError } from '@lectern/contracts/errors';
import { BODY_LIMIT_BYTES, type BodyType, type RouteContract } from '@lectern/contracts/route';
import { servedConfigOf } from './serves.decorator.ts';

const MEDIA_TYPES: Readonly<Record<BodyType, readonly string[]>> = {
  json: ['application/json'],
  signed: ['application/json'],
  'signed-form': ['multipart/form-data'],
  'one-click': ['application/json', 'multipart/form-data', 'application/x-www-form-urlencoded'],
};

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Looks at a body's head before any of it is read. Forms and plain text are refused where they are not expected: a page of another site
 * can send those without asking. Throws `body_type_refused`.
 */
export const requireBodyType = (
  { takes = 'json', takesFile = MEDIA_TYPES[takes] }: Pick<RouteContract, 'takes' | 'takesFile'>,
  request: FastifyRequest,
): void => {
  if (!hasBody(request)) return;
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (!takesFile.includes(type.trim().toLowerCase())) throw new DomainError('body_type_refused');
};

/** Parses bodies after their request was admitted: each no larger than its contract allows. */
export const readBodies = (server: FastifyInstance): void => {
  server.addHook('onRoute', (route: RouteOptions) => {
    const { contract } = (route.config ?? {}) as { contract?: RouteContract };
    route.bodyLimit = contract?.bodyLimit ?? BODY_LIMIT_BYTES;
  });
  server.removeAllContentTypeParsers();
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (servedConfigOf(request).contract?.takes === 'signed') done(null, body);
    else void parseJson(request, body.toString('utf8'), done);
  });
  server.addContentTypeParser(
    ['multipart/form-data', 'application/x-www-form-urlencoded'],
    { parseAs: 'buffer' },
    (request, body, done) => done(null, servedConfigOf(request).contract?.takes === 'signed-form' ? body : undefined),
  );
  // A file is passed on as it arrives; the handler counts its bytes. Other types were refused before (`requireBodyType`).
  server.addContentTypeParser('*', (_request, file, done) => done(null, file));
};
