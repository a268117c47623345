import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const MAIN = join(import.meta.dirname, 'main.ts');

let dataDir: string;
let children: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
});

afterEach(async () => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  children = [];
  rmSync(dataDir, { recursive: true });
});

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const run = (env: Record<string, string>): ChildProcess => {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
};

/** Starts the process and waits until it says that it is up. */
const start = async (port: number): Promise<ChildProcess> => {
  const child = run({ DEPLOYMENT: 'local', SANDBOX_PORT: String(port), SANDBOX_DATA_DIR: dataDir });
  for await (const line of createInterface({ input: child.stdout ?? process.stdin }))
    if (line.includes('the sandbox is up')) return child;
  throw new Error('the sandbox ended before it was up');
};

const createCustomer = async (port: number, email: string): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/customers`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({ email }),
  });
  return ((await answer.json()) as { id: string }).id;
};

describe('the process', () => {
  it('loses nothing that it answered for when it is killed', async () => {
    const port = await freePort();
    const first = await start(port);
    const answered: string[] = [];
    const writers = Array.from({ length: 4 }, async (_each, writer) => {
      for (let index = 0; ; index += 1) answered.push(await createCustomer(port, `w${writer}-${index}@example.com`));
    });
    const ended = Promise.allSettled(writers);
    while (answered.length < 100) await new Promise((resolve) => setImmediate(resolve));
    first.kill('SIGKILL');
    await ended;

    await start(port);
    const found = await Promise.all(
      answered.map((id) =>
        fetch(`http://127.0.0.1:${port}/v1/customers/${id}`, {
          headers: { authorization: 'Bearer sk_test_sandbox' },
        }),
      ),
    );
    expect(found.filter((answer) => answer.status !== 200)).toEqual([]);
  });

  it('stops in order when asked to', async () => {
    const child = await start(await freePort());
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(0);
  });

  it.each([
    ['DEPLOYMENT says so', { DEPLOYMENT: 'production' }],
    ['nobody says where it runs', {}],
  ])('does not start in production, which it is where %s', async (_when, env) => {
    const child = run(env);
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(1);
    expect(said).toContain('DEPLOYMENT is production');
  });
});
