import { afterEach, describe, expect, it } from 'vitest';
import { createServer, type Server } from 'node:net';
import { freePort } from '../servers/free-port.ts';
import { chooseSitePorts } from './site-ports.ts';

describe('chooseSitePorts', () => {
  const servers: Server[] = [];

  afterEach(async () => {
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  });

  it('takes what was asked for', async () => {
    const port = await freePort();
    const sandboxPort = await freePort();
    expect(await chooseSitePorts({ port, sandboxPort })).toEqual({ site: port, sandbox: sandboxPort });
  });

  it.each(['127.0.0.1', '0.0.0.0'])(
    'refuses an asked port that somebody has on %s, naming the variable',
    async (host) => {
      const port = await occupy(host);
      await expect(chooseSitePorts({ port })).rejects.toThrow(`Port ${port} is taken by another program: set PORT`);
      await expect(chooseSitePorts({ port: 0, sandboxPort: port })).rejects.toThrow('set SANDBOX_PORT');
    },
  );

  it('moves the sandbox on when the next port is taken and was not asked for', async () => {
    const port = await firstOfFreePair();
    await occupy('127.0.0.1', port + 1);
    const { site, sandbox } = await chooseSitePorts({ port });
    expect(site).toBe(port);
    expect(sandbox).toBeGreaterThan(port + 1);
  });

  it('finds free ones for 0', async () => {
    const { site, sandbox } = await chooseSitePorts({ port: 0, sandboxPort: 0 });
    expect(site).toBeGreaterThan(0);
    expect(sandbox).toBeGreaterThan(0);
  });

  it('refuses the same port twice', async () => {
    const port = await freePort();
    await expect(chooseSitePorts({ port, sandboxPort: port })).rejects.toThrow('the same');
  });

  /** Below the ephemeral ports of systems, so that no other program gets one of them by chance. */
  const firstOfFreePair = async (): Promise<number> => {
    for (let port = 21_000; ; port += 2) {
      const { site, sandbox } = await chooseSitePorts({ port, sandboxPort: port + 1 }).catch(() => ({
        site: 0,
        sandbox: 0,
      }));
      if (site === port && sandbox === port + 1) return port;
    }
  };

  const occupy = async (host: string, port = 0): Promise<number> => {
    const server = createServer();
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(port, host, resolve));
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no port');
    return address.port;
  };
});
