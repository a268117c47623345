import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from './of-this-repository.ts';

/** Answers as npm's registry does: which of these packages have known weaknesses. */
const registry = (known: () => Record<string, object[]> | null): Server =>
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const weaknesses = known();
      if (weaknesses === null) return void response.writeHead(405).end();
      response.setHeader('content-type', 'application/json');
      if (request.method === 'POST') {
        const body = Buffer.concat(chunks);
        const asked = JSON.parse(
          (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString('utf8'),
        ) as Record<string, string[]>;
        return void response.end(
          JSON.stringify(Object.fromEntries(Object.entries(weaknesses).filter(([name]) => name in asked))),
        );
      }
      const name = decodeURIComponent((request.url ?? '/').slice(1));
      response.end(JSON.stringify({ name, 'dist-tags': {}, versions: {} }));
    });
  });

let lastId = 0;
const weakness = (severity: string) => ({
  id: (lastId += 1),
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Planted',
  severity,
  vulnerable_versions: '*',
});

describe('npm run audit', () => {
  let server: Server;
  let cache: string;
  let known: Record<string, object[]> | null = {};
  beforeAll(async () => {
    // npm caches the vulnerabilities that a registry reported.
    cache = await mkdtemp(join(tmpdir(), 'lectern-npm-'));
    server = registry(() => known);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await new Promise((resolve) => void server.close(resolve));
    await rm(cache, { recursive: true });
  });

  const audit = (weaknesses: typeof known, ...options: string[]): Promise<{ code: number; said: string }> => {
    known = weaknesses;
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      npm_config_registry: address,
      npm_config_cache: cache,
      npm_config_fetch_retries: '0',
    };
    return new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), join(ROOT, 'tools/src/dependencies/audit.ts'), ...options],
        { env },
        (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
      );
    });
  };

  it('fails for a weakness of what is installed to run, and names it, offline or not', async () => {
    const { code, said } = await audit({ fastify: [weakness('high')] }, '--may-be-offline');
    expect(said).toMatch(/Installed to run: 1 high or critical\.\n {2}fastify .*: high, Planted/);
    expect(code).toBe(1);
  });

  it('fails for one of a tool', async () => {
    const { code, said } = await audit({ vitest: [weakness('critical')] });
    expect(said).toContain('Installed to run: no high');
    expect(said).toMatch(/Everything, with tools: 1 high or critical\.\n {2}vitest .*: critical, Planted/);
    expect(code).toBe(1);
  });

  it('fails where the registry does not answer, and says so', async () => {
    const { code, said } = await audit(null);
    expect(said).toContain('Installed to run: not known, the registry did not answer: 405');
    expect(code).toBe(2);
  });

  it('refuses what it does not know', async () => {
    expect(await audit({}, '--offline')).toEqual({
      code: 2,
      said: 'Unknown option --offline; there is --may-be-offline.\n',
    });
  });
});
