import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const YEAR_SECONDS = 31_536_000;

/** Whether a path belongs to a page: patterns are those of the web application's router, `:name` for one segment. */
export const pageMatcher = (patterns: readonly string[]): ((path: string) => boolean) => {
  const expressions = patterns.map(
    (pattern) => new RegExp(`^${pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}/?$`),
  );
  return (path) => expressions.some((expression) => expression.test(path));
};

/**
 * Serves the built web application from `root`: files with content-hashed names for a year, its page for every path that the
 * router knows (`routes.json`), and the same page with status 404 for every other one.
 */
export const serveWebApp = async (server: FastifyInstance, root: string): Promise<void> => {
  const indexFile = join(root, 'index.html');
  if (!existsSync(indexFile)) throw new Error(`There is no built web application in ${root}. Run: npm run build`);
  const index = readFileSync(indexFile, 'utf8');
  const isPage = pageMatcher(JSON.parse(readFileSync(join(root, 'routes.json'), 'utf8')) as string[]);

  await server.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    setHeaders: (response, path) => {
      const isHashed = path.startsWith(join(root, 'assets'));
      response.setHeader('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=300');
    },
  });
  server.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => {
      const path = new URL(request.url, 'http://site').pathname;
      if (path === '/api' || path.startsWith('/api/')) return reply.callNotFound();
      void reply.status(isPage(path) ? 200 : 404).header('cache-control', 'no-cache').type('text/html; charset=utf-8');
      return reply.send(index);
    },
  });
};
