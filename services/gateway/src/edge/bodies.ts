import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { LOGO_TYPES } from '@lectern/contracts/content/logo-model';
import { DomainError } from '@lectern/contracts/errors';
import { BODY_LIMIT_BYTES, type BodyType, type RouteContract } from '@lectern/contracts/route';
import { servedConfigOf } from './serves.decorator.ts';

const MEDIA_TYPES: Readonly<Record<BodyType, readonly string[]>> = {
  json: ['application/json'],
  signed: ['application/json'],
  'signed-form': ['multipart/form-data'],
  'one-click': ['application/json', 'multipart/form-data', 'application/x-www-form-urlencoded'],
  csv: ['text/csv'],
  pdf: ['application/pdf'],
  image: LOGO_TYPES,
  file: ['application/octet-stream'],
};

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Looks at a body's head before any of it is read. Forms and plain text are refused where they are not expected: a page of another site
 * can send those without asking. Throws `body_type_refused`.
 */
export const requireBodyType = ({ takes = 'json' }: Pick<RouteContract, 'takes'>, request: FastifyRequest): void => {
  if (!hasBody(request)) return;
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (!MEDIA_TYPES[takes].includes(type.trim().toLowerCase())) throw new DomainError('body_type_refused');
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
  // A file is passed on as it arrives; the handler counts its bytes.
  const files = [...MEDIA_TYPES.csv, ...MEDIA_TYPES.pdf, ...MEDIA_TYPES.image, ...MEDIA_TYPES.file];
  server.addContentTypeParser(files, (_request, file, done) => done(null, file));
};
