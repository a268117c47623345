import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedProcess, startProcess } from '../process/started-process.ts';
import { freePort } from '../servers/free-port.ts';
import { findNginx } from '../servers/nginx.ts';

/* The addresses that count as one visitor in deploy/nginx/nginx.conf, as nginx itself reads it. */

const CONFIGURATION = join(import.meta.dirname, '../../../deploy/nginx/nginx.conf');

let folder: string;
let nginx: StartedProcess;
let url: string;

/** A block of the configuration, to its closing brace. */
const block = (configuration: string, beginning: string): string => {
  const [found] = new RegExp(`^ {2}${beginning}[^]*?^ {2}\\}$`, 'm').exec(configuration) ?? [];
  if (found === undefined) throw new Error(`nginx.conf has no ${beginning}`);
  return found;
};

beforeAll(async () => {
  const configuration = await readFile(CONFIGURATION, 'utf8');
  const program = await findNginx();
  folder = await mkdtemp(join(tmpdir(), 'lectern-nginx-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}/`;
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off;
master_process off;
pid ${join(folder, 'pid')};
error_log stderr;
events {}
http {
  access_log off;
  ${bodies.join('\n  ')}
${block(configuration, 'geo \\$is_counted')}
${block(configuration, 'map \\S+ \\$visitor')}
  server {
    listen 127.0.0.1:${port};
    set_real_ip_from 127.0.0.1;
    real_ip_header X-Real-IP;
    location / { return 200 $visitor; }
  }
}
`,
  );
  nginx = await startProcess({
    command: program.command,
    args: ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')],
    env: { PATH: process.env['PATH'], ...program.env },
    stopSignals: [['SIGTERM', 5_000]],
    ready: () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    readyMilliseconds: 10_000,
    onLine: () => undefined,
  });
});

afterAll(async () => {
  await nginx?.stop();
  await rm(folder, { recursive: true, force: true });
});

const visitor = async (address: string): Promise<string> => {
  const answer = await fetch(url, { headers: { 'X-Real-IP': address } });
  return Buffer.from(await answer.arrayBuffer()).toString('hex');
};

describe('a visitor', () => {
  it.each([
    ['192.0.2.7', 'c0000207'],
    ['::ffff:192.0.2.7', 'c0000207'],
    ['11.10.10.10', '0b0a0a0a'],
    ['2001:db8:1:2:3:4:5:6', '20010db800010002'],
    ['2001:0DB8:0001:0002::9', '20010db800010002'],
    ['2001:db8:a0a:a0a:a0a:a0a:a0a:a0a', '20010db80a0a0a0a'],
    ['2001:db8::1', '20010db800000000'],
    ['2001:db8::aaaa:bbbb:cccc:dddd', '20010db800000000'],
    ['2001:db8:1::5', '20010db800010000'],
    ['2001:db8:0:1::5', '20010db800000001'],
    ['2001::5', '2001000000000000'],
    ['::5', '0000000000000000'],
  ])('at %s is the network %s', async (address, network) => {
    expect(await visitor(address)).toBe(network);
  });

  it.each(['10.1.2.3', '172.16.0.9', '192.168.7.7', '::ffff:10.1.2.3', 'fd00::7', '::1', '127.0.0.9'])(
    'at %s, a proxy, is not counted',
    async (address) => {
      expect(await visitor(address)).toBe('');
    },
  );
});
