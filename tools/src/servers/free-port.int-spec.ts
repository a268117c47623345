import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { freePorts } from './free-port.ts';

const SOURCE = fileURLToPath(new URL('./free-port.ts', import.meta.url));
const COUNT = 400;

/** Ports that another process is given, while it goes on running. */
const elsewhere = async (
  environment: Record<string, string> = {},
): Promise<{ ports: number[]; end: () => Promise<unknown> }> => {
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      `const { freePorts } = await import(${JSON.stringify(SOURCE)}); console.log(JSON.stringify(await freePorts(${COUNT} / 4))); setInterval(() => {}, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '', ...environment } },
  );
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes('\n')) break;
  }
  const ended = once(child, 'exit');
  return { ports: JSON.parse(output) as number[], end: () => (child.kill(), ended) };
};

it('gives no port to two processes, however many are given', async () => {
  const others = await Promise.all(Array.from({ length: 4 }, () => elsewhere()));
  try {
    const portsOfThisProcess = (await Promise.all(Array.from({ length: 4 }, () => freePorts(COUNT / 4)))).flat();
    const all = [...portsOfThisProcess, ...others.flatMap(({ ports }) => ports)];
    expect(all).toHaveLength(2 * COUNT);
    expect(new Set(all).size).toBe(2 * COUNT);
  } finally {
    await Promise.all(others.map(({ end }) => end()));
  }
});

it('gives ports although nearly all were promised to processes that were killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ports-'));
  const promised = join(folder, `lectern-ports-${process.getuid?.() ?? 'user'}`);
  const ended = spawn(process.execPath, ['-e', '']);
  await once(ended, 'exit');
  mkdirSync(promised);
  for (let port = 20_000; port <= 31_900; port += 1) writeFileSync(join(promised, String(port)), String(ended.pid));
  const { ports, end } = await elsewhere({ TMPDIR: folder });
  try {
    expect(new Set(ports).size).toBe(COUNT / 4);
  } finally {
    await end();
    rmSync(folder, { recursive: true });
  }
});
