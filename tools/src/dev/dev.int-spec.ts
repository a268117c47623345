import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { WebSocket } from 'undici';
import { processNamed, untilAllGone } from '../local/testing/fake-system-run.ts';
import { copyWorkspace, DevRun } from './testing/dev-run.ts';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');
const PAGE = '/src/app/routes/public/not-found.tsx';
const GATEWAY = 'services/gateway/src/main.ts';

describe('npm run dev', () => {
  let folder: string;
  let dev: DevRun;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-dev-'));
    copyWorkspace(ROOT, folder);
    dev = new DevRun(folder);
    await dev.says('Debuggers');
  });
  afterAll(async () => {
    dev.interrupt();
    await dev.ended;
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (path: string): Promise<string> => (await fetch(dev.run().siteUrl + path)).text();
  const gatewayPid = (): number => processNamed(dev.run(), 'gateway').pid;

  it('answers with a changed sentence of a contract', async () => {
    expect(await ask('/api/nothing')).toContain('There is nothing at this address.');
    // The samples of emails use the contract, too.
    await dev.says(['gateway runs the change', 'sandbox runs the change'], () =>
      dev.edit('libs/contracts/src/errors.ts', 'There is nothing at this address.', 'This address leads nowhere.'),
    );
    expect(await ask('/api/nothing')).toContain('This address leads nowhere.');
  });

  it('shows a changed email among the samples, and replaces no process that does not use it', async () => {
    const pid = gatewayPid();
    const samples = async (): Promise<string> => (await fetch(`${dev.run().sandboxUrl}/mail/samples`)).text();
    expect(await samples()).not.toContain('Are you really you?');
    await dev.says('sandbox runs the change', () =>
      dev.edit(
        'services/messaging/src/email/templates/account-reset.template.ts',
        "subject: 'Choose a new password'",
        "subject: 'Are you really you?'",
      ),
    );
    expect(await samples()).toContain('Are you really you?');
    expect(gatewayPid()).toBe(pid);
  });

  it('prints a mistake in the source, and leaves the process running', async () => {
    const pid = gatewayPid();
    await dev.says('services/gateway/src/main.ts:5', () => dev.edit(GATEWAY, /$/, 'const mistake = ;\n'));
    expect([gatewayPid(), await ask('/api/nothing')]).toEqual([pid, expect.stringContaining('route_unknown')]);
    dev.edit(GATEWAY, 'const mistake = ;\n', '');
  });

  it('shows where in the source a process crashed, and starts it at the next change', async () => {
    await dev.says('gateway ended (exit code 1): Error: on purpose', () =>
      dev.edit(GATEWAY, /$/, "throw new Error('on purpose');\n"),
    );
    expect(dev.output).toContain(`${join(folder, GATEWAY)}:5:7`);
    await dev.says('gateway runs the change', () => dev.edit(GATEWAY, "throw new Error('on purpose');\n", ''));
    expect(await ask('/api/nothing')).toContain('route_unknown');
  });

  it('sends the browser the changed part of a page', async () => {
    const [, token = ''] = /wsToken = "([^"]+)"/.exec(await ask('/@vite/client')) ?? [];
    expect(await ask(PAGE)).toContain('Go to the home page');
    const socket = new WebSocket(`${dev.run().siteUrl.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
    const updated = new Promise<string>((resolve) => {
      socket.addEventListener('message', ({ data }) => {
        const { type, updates } = JSON.parse(String(data)) as { type: string; updates?: { path: string }[] };
        if (type === 'connected') dev.edit(`web${PAGE}`, 'Go to the home page', 'Back to the start');
        if (type === 'update') resolve(updates?.[0]?.path ?? '');
      });
    });
    expect(await updated).toBe(PAGE);
    expect(await ask(PAGE)).toContain('Back to the start');
    socket.close();
  });

  it('ends with all its processes at Ctrl-C', async () => {
    const run = dev.run();
    dev.interrupt();
    expect(await dev.ended).toBe(0);
    await untilAllGone(run);
  });
});
