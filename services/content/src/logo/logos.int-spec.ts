import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readLogo, storeLogo } from '@lectern/contracts/content/logo-rpc';
import * as content from '@lectern/contracts/content/site-text-rpc';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { type RunningContent, startContent } from '../testing/running-content.ts';

const BY = { adminId: randomUUID(), role: 'owner' as const, origin: { ipAddress: null, userAgent: null } };
const DAY_MS = 24 * 3_600_000;

let running: RunningContent;
beforeAll(async () => {
  running = await startContent({});
});
afterAll(() => running.stop());
beforeEach(() => emptyTables(running.dataSource, 'logos, site_text_versions, outbox'));

const picture = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#004080' } })
    .png()
    .toBuffer();
const store = (file: Buffer, by = BY) => running.rpc.call(storeLogo, { contentBase64: file.toString('base64'), by });
const read = async (id: string): Promise<Buffer> =>
  Buffer.from((await running.rpc.call(readLogo, { id })).contentBase64, 'base64');
const saveWith = (version: number, logo: string | null) =>
  running.rpc.call(content.saveSiteText, {
    text: { key: 'profile', version, value: { ...SHIPPED_SITE_TEXTS.profile, logo } },
    by: BY,
  });
const pastDay = () =>
  running.dataSource.query(`UPDATE logos SET used_at = used_at - $1 * interval '1 millisecond'`, [DAY_MS + 1]);

describe('a logo', () => {
  it('is stored once, as the PNG that it was drawn to', async () => {
    const [one, again] = [await store(await picture(600)), await store(await picture(600))];
    expect(again).toEqual(one);
    expect(one).toMatchObject({ width: 512, height: 512 });
    expect((await sharp(await read(one.id)).metadata()).format).toBe('png');
    await expect(read('0'.repeat(64))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that is refused leaves nothing, and the error says why at the file', async () => {
    await expect(store(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { file: expect.stringContaining('not a PNG or WebP') as string },
    });
    expect(await running.dataSource.query('SELECT id FROM logos')).toEqual([]);
    await expect(store(await picture(64), { ...BY, role: 'editor' as never })).rejects.toMatchObject({
      code: 'permission_missing',
    });
  });

  it('belongs to the versions of the profile that name it, and stays as long as they do', async () => {
    const [first, second] = [await store(await picture(100)), await store(await picture(200))];
    await expect(saveWith(1, '0'.repeat(64))).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { 'value.logo': 'This logo is no longer stored. Choose it again' },
    });
    await saveWith(1, first.id);
    await saveWith(2, null);
    await pastDay();
    await store(await picture(300));
    expect(await read(first.id)).toBeInstanceOf(Buffer);
    await expect(read(second.id)).rejects.toMatchObject({ code: 'not_found' });
    const restored = await running.rpc.call(content.restoreSiteText, {
      key: 'profile',
      version: 3,
      restore: 2,
      by: BY,
    });
    expect(restored).toMatchObject({ version: 4, value: { logo: first.id } });
  });

  it('that is saved while unused ones are deleted stays', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await emptyTables(running.dataSource, 'logos, site_text_versions, outbox');
      const { id } = await store(await picture(100));
      await pastDay();
      const [saved] = await Promise.allSettled([saveWith(1, id), store(await picture(200))]);
      if (saved.status === 'fulfilled') expect(await read(id)).toBeInstanceOf(Buffer);
    }
  });
});
