import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { EmailSample } from '@lectern/contracts/messaging/email-samples';
import { startSandbox, type Sandbox, type SandboxOptions } from '../sandbox.ts';

/** As `npm start` and `npm test` build it. */
const BUILT = join(import.meta.dirname, '../../../services/messaging/dist/email-samples.js');

const SAMPLE: EmailSample = {
  id: 'plain.first',
  template: 'plain',
  occasion: 'Somebody <asked>',
  from: { email: 'hello@lectern.test', name: 'Lectern' },
  to: { email: 'reader@lectern.test' },
  replyTo: { email: 'support@lectern.test' },
  subject: 'A & B',
  headers: { 'List-Unsubscribe': '<https://lectern.test/api/unsubscribe>' },
  html: '<p onclick="x()">Hello</p>',
  text: 'Hello <you>',
  attachments: [{ filename: 'tournament.ics', type: 'text/calendar', content: 'BEGIN:VCALENDAR & <more>' }],
};

let sandbox: Sandbox | undefined;
let folder: string | undefined;

afterEach(async () => {
  await sandbox?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true });
  sandbox = folder = undefined;
});

const start = async (options: SandboxOptions = {}): Promise<(path: string) => Promise<Response>> => {
  sandbox = await startSandbox(options);
  const { url } = sandbox;
  return (path) => fetch(`${url}${path}`);
};

const moduleThatAnswers = (samples: unknown): string => {
  folder = mkdtempSync(join(tmpdir(), 'emails-'));
  const file = join(folder, 'emails.mjs');
  writeFileSync(
    file,
    `export const emailSamples = (siteUrl) => ${JSON.stringify(samples)}.map((s) => ({ ...s, text: s.text + ' ' + siteUrl }));`,
  );
  return file;
};

describe('every email', () => {
  it('is listed, and shown with its envelope, both forms and two widths', async () => {
    const get = await start({
      emailsFile: moduleThatAnswers([SAMPLE, { ...SAMPLE, id: 'plain.second', subject: 'C' }]),
      siteUrl: 'https://site.example',
    });
    expect(await (await get('/mail')).text()).toContain('href="/mail/samples"');
    const list = await (await get('/mail/samples')).text();
    expect(list).toContain('href="/mail/samples/plain.first"');
    expect(list).toContain('Somebody &lt;asked&gt;');

    const page = await (await get('/mail/samples/plain.first')).text();
    for (const shown of [
      'A &amp; B',
      'Attached: tournament.ics',
      'BEGIN:VCALENDAR &amp; &lt;more&gt;',
      'Lectern · hello@lectern.test',
      'support@lectern.test',
      '&lt;https://lectern.test/api/unsubscribe&gt;',
      'Hello &lt;you&gt; https://site.example',
      'href="/mail/samples/plain.second"',
    ])
      expect(page).toContain(shown);
    expect(page.match(/<iframe [^>]*sandbox="[^"]*" src="\/mail\/samples\/plain\.first\/html"/g)).toHaveLength(2);
    expect(page).not.toContain('onclick');
  });

  it('cannot reach the page around it', async () => {
    const get = await start({ emailsFile: moduleThatAnswers([SAMPLE]) });
    const message = await get('/mail/samples/plain.first/html');
    expect(message.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups .*default-src 'none'/);
    expect(await message.text()).toContain(SAMPLE.html);
  });

  it('that does not exist is 404, and so is any one of a sandbox without samples', async () => {
    const get = await start({ emailsFile: moduleThatAnswers([SAMPLE]) });
    expect((await get('/mail/samples/plain')).status).toBe(404);
    expect((await get('/mail/samples/plain/html')).status).toBe(404);
    await sandbox?.close();
    const without = await start();
    expect(await (await without('/mail/samples')).text()).toContain('SANDBOX_EMAILS');
    expect((await without('/mail/samples/plain.first')).status).toBe(404);
  });

  it('is refused where its module answers something else', async () => {
    const get = await start({ emailsFile: moduleThatAnswers([{ ...SAMPLE, subject: 7 }]) });
    expect((await get('/mail/samples')).status).toBe(500);
  });

  it('comes from the build of messaging', async () => {
    const get = await start({ emailsFile: BUILT });
    const list = await (await get('/mail/samples')).text();
    const ids = [...list.matchAll(/href="\/mail\/samples\/([\w.-]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(expect.arrayContaining(['welcome.setup', 'tournament-entry', 'starter-kit', 'campaign']));
    const pages = await Promise.all(ids.flatMap((id) => [get(`/mail/samples/${id}`), get(`/mail/samples/${id}/html`)]));
    expect(pages.filter(({ status }) => status !== 200)).toEqual([]);
  });
});
