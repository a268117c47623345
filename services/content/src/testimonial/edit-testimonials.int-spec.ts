import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminActed } from '@lectern/contracts/content/events';
import { pictureAddress, type StoredPicture } from '@lectern/contracts/content/picture';
import * as content from '@lectern/contracts/content/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { aTestimonial, type RunningContent, startContent } from '../testing/running-content.ts';

const BY = {
  adminId: randomUUID(),
  role: 'owner' as const,
  origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' },
};
const SAID: content.TestimonialFields = {
  name: 'A member',
  role: 'Member',
  quote: 'Sample for a test.',
  context: null,
  rating: 5,
  avatarUrl: null,
};

let running: RunningContent;

beforeAll(async () => {
  running = await startContent({});
});
afterAll(() => running.stop());
beforeEach(async () => {
  await emptyTables(running.dataSource, 'testimonials, outbox');
  await running.write({ testimonials: [aTestimonial()] });
  await running.start();
});

const create = (differences: Partial<content.TestimonialFields> = {}): Promise<content.SavedTestimonial> =>
  running.rpc.call(content.createTestimonial, { ...SAID, ...differences, by: BY });
const change = (
  { id, version }: content.SavedTestimonial,
  differences: Partial<content.TestimonialFields>,
): Promise<content.SavedTestimonial> =>
  running.rpc.call(content.changeTestimonial, { ...SAID, ...differences, id, version, by: BY });
const show = ({ id }: Pick<content.SavedTestimonial, 'id'>, isActive: boolean): Promise<content.SavedTestimonial> =>
  running.rpc.call(content.showTestimonial, { id, isActive, by: BY });
const remove = ({ id }: Pick<content.SavedTestimonial, 'id'>) =>
  running.rpc.call(content.deleteTestimonial, { id, by: BY });
const list = (query: Parameters<typeof running.rpc.call<typeof content.listAllTestimonials>>[1] = {}) =>
  running.rpc.call(content.listAllTestimonials, query);
const names = async (): Promise<string[]> =>
  (await running.rpc.call(content.listTestimonials, {})).map(({ name }) => name);
const recorded = async (): Promise<string[]> =>
  (
    await running.dataSource.query<{ action: string }[]>(
      `SELECT payload->>'action' AS action FROM outbox WHERE name = $1 ORDER BY occurred_at, id`,
      [adminActed.name],
    )
  ).map(({ action }) => action);

describe('a testimonial of an administrator', () => {
  it('is shown immediately, before those of files, is added once however often the request repeats, and survives the next start', async () => {
    const presses = await Promise.all(Array.from({ length: 5 }, () => create()));
    expect(new Set(presses.map(({ id }) => id)).size).toBe(1);
    await expect(create({ rating: 1 })).rejects.toMatchObject({ code: 'testimonial_exists' });
    expect(await names()).toEqual(['A member', 'Ada O.']);
    await running.start();
    expect(await names()).toEqual(['A member', 'Ada O.']);
    expect(await recorded()).toEqual(['create_testimonial']);
  });

  it('is hidden, shown and deleted once each, and each action is recorded once', async () => {
    const made = await create();
    await Promise.all([show(made, false), show(made, false)]);
    expect(await names()).toEqual(['Ada O.']);
    expect((await list({ status: 'hidden' })).items).toMatchObject([
      { name: 'A member', version: 2, changedBy: BY.adminId },
    ]);
    // The one from files.
    expect((await list({ status: 'shown' })).items).toMatchObject([{ changedAt: null, changedBy: null }]);
    await show(made, true);
    expect(await names()).toHaveLength(2);
    await remove(made);
    await expect(remove(made)).rejects.toMatchObject({ code: 'not_found' });
    expect(await names()).toEqual(['Ada O.']);
    expect(await recorded()).toEqual([
      'create_testimonial',
      'hide_testimonial',
      'show_testimonial',
      'delete_testimonial',
    ]);
  });

  it('is not overwritten by an edit of an older version', async () => {
    const made = await create();
    await change(made, { rating: 4, role: 'Guest' });
    await expect(change(made, { rating: 3 })).rejects.toMatchObject({
      code: 'version_conflict',
      message: expect.stringContaining('the role and rating meanwhile'),
    });
    expect((await list({ q: 'a member' })).items).toMatchObject([{ rating: 4, role: 'Guest', version: 2 }]);
  });
});

describe('the picture of a testimonial', () => {
  const anUpload = async (): Promise<StoredPicture> => {
    const picture = { id: randomUUID(), width: 960, height: 640 };
    await running.dataSource.query(
      'INSERT INTO pictures (id, width, height, bytes, uploaded_at, uploaded_by) VALUES ($1, $2, $3, 1, now(), $4)',
      [picture.id, picture.width, picture.height, BY.adminId],
    );
    return picture;
  };
  const ELSEWHERE = 'https://elsewhere.example/ada.png';
  const refusal = { code: 'invalid_request', fields: { avatarUrl: expect.stringContaining('Upload the picture') } };

  it('is an upload, in its stored size', async () => {
    const stored = await anUpload();
    for (const avatarUrl of [ELSEWHERE, '/images/ada.webp', `${pictureAddress(stored)}?x`])
      await expect(create({ avatarUrl })).rejects.toMatchObject(refusal);
    for (const named of [
      { ...stored, id: randomUUID() },
      { ...stored, width: stored.width + 1 },
      { ...stored, height: 9_999 },
    ])
      await expect(create({ avatarUrl: pictureAddress(named) })).rejects.toMatchObject({
        code: 'invalid_request',
        fields: { avatarUrl: expect.stringContaining('no longer stored') },
      });
    const avatarUrl = pictureAddress(stored);
    const made = await create({ avatarUrl });
    await expect(change(made, { avatarUrl: ELSEWHERE })).rejects.toMatchObject(refusal);
    expect((await list({ q: 'a member' })).items).toMatchObject([{ avatarUrl, version: 1 }]);
  });

  it('stays on another site where an earlier release stored it, until somebody changes it', async () => {
    const made = await create();
    await running.dataSource.query('UPDATE testimonials SET avatar_url = $1 WHERE id = $2', [ELSEWHERE, made.id]);
    const changed = await change(made, { avatarUrl: ELSEWHERE, rating: 4 });
    expect(changed).toMatchObject({ avatarUrl: ELSEWHERE, rating: 4 });
    await expect(change(changed, { avatarUrl: `${ELSEWHERE}?2` })).rejects.toMatchObject(refusal);
    expect(await change(changed, { avatarUrl: null })).toMatchObject({ avatarUrl: null });
  });
});

describe('a testimonial of the association’s files', () => {
  it('stays changed or hidden at the next start, and cannot be deleted', async () => {
    const [filed] = (await list()).items;
    const changed = await change(filed!, { name: 'Ada Okafor' });
    await running.start();
    expect(await names()).toEqual(['Ada Okafor']);
    await show(changed, false);
    await running.start();
    expect(await names()).toEqual([]);
    await expect(remove(changed)).rejects.toMatchObject({ code: 'comes_from_files' });
    expect((await list()).items).toMatchObject([{ isFromFiles: true, isActive: false }]);
  });
});
