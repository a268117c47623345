import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminActed, clubScheduleChanged, officeHoursScheduleChanged } from '@lectern/contracts/content/events';
import type { SiteTextValue } from '@lectern/contracts/content/site-text';
import * as content from '@lectern/contracts/content/site-text-rpc';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { type RunningContent, startContent } from '../testing/running-content.ts';

const BY = {
  adminId: randomUUID(),
  role: 'owner' as const,
  origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' },
};
const OTHER = { ...BY, adminId: randomUUID() };
const teamOf = (...names: string[]): SiteTextValue<'team'> => ({
  isSample: false,
  people: names.map((name) => ({ name, role: 'Coach', text: 'Listens.' })),
});

let running: RunningContent;

beforeAll(async () => {
  running = await startContent({});
});
afterAll(() => running.stop());
beforeEach(() => emptyTables(running.dataSource, 'site_text_versions, outbox'));

const save = (version: number, value: SiteTextValue<'team'>, by = BY) =>
  running.rpc.call(content.saveSiteText, { text: { key: 'team', version, value }, by });
const restore = (version: number, earlier: number) =>
  running.rpc.call(content.restoreSiteText, { key: 'team', version, restore: earlier, by: BY });
const read = () => running.rpc.call(content.readSiteText, { key: 'team', by: BY });
const shownTeam = async () => (await running.rpc.call(content.readSite, {})).team;
const history = (query: { limit?: number; cursor?: string } = {}) =>
  running.rpc.call(content.listSiteTextVersions, { key: 'team', ...query });
const recorded = async (): Promise<object[]> =>
  (
    await running.dataSource.query<{ done: object }[]>(
      `SELECT jsonb_build_object('action', payload->'action', 'details', payload->'details', 'by', payload->'by'->'adminId') AS done
       FROM outbox WHERE name = $1 ORDER BY occurred_at, id`,
      [adminActed.name],
    )
  ).map(({ done }) => done);
/** Stores a version as an earlier release did, whose text had another form. */
const saveInOlderForm = (version: number) =>
  running.dataSource.query(
    `INSERT INTO site_text_versions (key, version, value, saved_at, saved_by) VALUES ('team', $1, '{"members": []}', now(), $2)`,
    [version, BY.adminId],
  );

describe('a text of the site', () => {
  it('is the shipped version, which nobody saved, until somebody changes it', async () => {
    expect(await read()).toEqual({
      key: 'team',
      value: SHIPPED_SITE_TEXTS.team,
      version: 1,
      savedAt: null,
      savedBy: null,
    });
    expect(await running.rpc.call(content.readSite, {})).toMatchObject({
      homeQuestions: SHIPPED_SITE_TEXTS.homeQuestions,
      contactQuestions: SHIPPED_SITE_TEXTS.contactQuestions,
    });
  });

  it('is shown as it was saved, recorded with the numbers of both versions, and leaves the other texts alone', async () => {
    const saved = await save(1, teamOf('Noor'));
    expect(saved).toMatchObject({ version: 2, savedBy: BY.adminId, value: teamOf('Noor') });
    expect(await shownTeam()).toEqual(teamOf('Noor'));
    expect((await running.rpc.call(content.readSite, {})).homeQuestions).toEqual(SHIPPED_SITE_TEXTS.homeQuestions);
    expect(await running.rpc.call(content.listSiteTexts, {})).toContainEqual({
      key: 'team',
      version: 2,
      savedAt: saved.savedAt,
      savedBy: BY.adminId,
    });
    expect(await recorded()).toEqual([
      { action: 'change_site_text', details: { text: 'team', formerVersion: 1, version: 2 }, by: BY.adminId },
    ]);
  });

  it('has no version beyond those that a database can count', async () => {
    const beyond = 2 ** 31;
    await expect(restore(1, beyond)).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      running.rpc.call(content.readSiteTextVersion, { key: 'team', version: beyond, by: BY }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is not saved with more than every visitor can be given', async () => {
    const question = { question: 'Why?', answer: 'a'.repeat(2_000) };
    const questions = Array.from({ length: 30 }, () => question);
    const value = { topics: ['Sessions', 'Fees'].map((name) => ({ name, questions })) };
    const text = { key: 'contactQuestions', version: 1, value } as const;
    const saving = running.rpc.call(content.saveSiteText, { text, by: BY });
    await expect(saving).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('100,000'),
    });
    expect(await recorded()).toEqual([]);
  });

  it('is saved once, however often the request repeats', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => save(1, teamOf('Noor'))));
    expect(new Set(answers.map(({ version }) => version))).toEqual(new Set([2]));
    expect(await save(1, teamOf('Noor'))).toMatchObject({ version: 2 });
    expect(await recorded()).toHaveLength(1);
  });

  it('refuses the second of two edits at the same time with the fields that the first one changed', async () => {
    const outcomes = await Promise.allSettled([save(1, teamOf('Noor')), save(1, teamOf('Sam'), OTHER)]);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as object] : []));
    expect(refused).toMatchObject([
      {
        code: 'version_conflict',
        message: expect.stringContaining('the note about the sample and people meanwhile'),
        fields: { people: expect.any(String), isSample: expect.any(String) },
      },
    ]);
    expect(await recorded()).toHaveLength(1);
    expect(await history()).toMatchObject({ total: 2, items: [{ version: 2 }, { version: 1 }] });
  });

  it('names only the fields that changed since the version that the edit began from', async () => {
    await save(1, teamOf('Noor'));
    await save(2, teamOf('Noor', 'Sam'));
    await expect(save(2, { ...teamOf('Noor'), isSample: true })).rejects.toMatchObject({
      fields: { people: expect.any(String) },
    });
    await expect(save(2, { ...teamOf('Noor'), isSample: true })).rejects.not.toMatchObject({
      fields: { isSample: expect.anything() },
    });
  });
});

describe('the weekly session', () => {
  it('publishes its day, time, length and skipped days with each version', async () => {
    const saveSession = (version: number, ...dates: string[]) =>
      running.rpc.call(content.saveSiteText, {
        text: {
          key: 'weeklySession',
          version,
          value: {
            ...SHIPPED_SITE_TEXTS.weeklySession,
            weekday: 'Monday',
            begins: '18:30',
            skipped: dates.map((date) => ({ date, reason: 'Winter break' })),
          },
        },
        by: BY,
      });
    await saveSession(1, '2026-12-28');
    await saveSession(2);
    // Nothing changed.
    await saveSession(2);
    const published = await running.dataSource.query<{ payload: object }[]>(
      'SELECT payload FROM outbox WHERE name = $1 ORDER BY occurred_at, id',
      [clubScheduleChanged.name],
    );
    const schedule = { weekday: 'Monday', begins: '18:30', minutes: 120 };
    expect(published.map(({ payload }) => payload)).toEqual([
      { version: 2, schedule: { ...schedule, skipped: [{ date: '2026-12-28' }] } },
      { version: 3, schedule: { ...schedule, skipped: [] } },
    ]);
  });
});

describe('the office hours', () => {
  it('are published with each version, and no version of another text is', async () => {
    const schedule = { ...SHIPPED_SITE_TEXTS.officeHours, begins: '16:00' };
    await running.rpc.call(content.saveSiteText, { text: { key: 'officeHours', version: 1, value: schedule }, by: BY });
    await running.rpc.call(content.restoreSiteText, { key: 'officeHours', version: 2, restore: 1, by: BY });
    await save(1, teamOf('Noor'));
    const published = await running.dataSource.query<{ name: string; payload: object }[]>(
      'SELECT name, payload FROM outbox WHERE name <> $1 ORDER BY occurred_at, id',
      [adminActed.name],
    );
    expect(published).toEqual([
      { name: officeHoursScheduleChanged.name, payload: { version: 2, schedule } },
      { name: officeHoursScheduleChanged.name, payload: { version: 3, schedule: SHIPPED_SITE_TEXTS.officeHours } },
    ]);
  });
});

describe('the history of a text', () => {
  it('is paged, newest first, with the shipped version last', async () => {
    for (const [index, name] of ['Noor', 'Sam', 'Kim'].entries()) await save(index + 1, teamOf(name));
    const first = await history({ limit: 2 });
    expect(first).toMatchObject({ total: 4, items: [{ version: 4 }, { version: 3 }], nextCursor: '3' });
    expect(await history({ limit: 2, cursor: '3' })).toMatchObject({
      items: [{ version: 2 }, { version: 1, savedAt: null, savedBy: null }],
      nextCursor: null,
    });
    expect((await history({ limit: 3 })).nextCursor).toBe('2');
    expect((await history({ limit: 3, cursor: '2' })).items).toMatchObject([{ version: 1 }]);
    await expect(history({ cursor: 'x' })).rejects.toMatchObject({ code: 'cursor_invalid' });
  });

  it('gives back the words of an earlier version and of the shipped one, each as a new version', async () => {
    await save(1, teamOf('Noor'));
    await save(2, teamOf('Sam'));
    expect(await restore(3, 2)).toMatchObject({ version: 4, value: teamOf('Noor') });
    // A repeated request has nothing left to restore.
    expect(await restore(3, 2)).toMatchObject({ version: 4 });
    await restore(4, 1);
    expect(await shownTeam()).toEqual(SHIPPED_SITE_TEXTS.team);
    expect(await history()).toMatchObject({
      items: [
        { version: 5, restoredFrom: 1 },
        { version: 4, restoredFrom: 2 },
        { version: 3, restoredFrom: null },
        { version: 2 },
        { version: 1 },
      ],
    });
    expect((await recorded()).slice(2)).toMatchObject([
      { action: 'restore_site_text', details: { text: 'team', formerVersion: 3, version: 4, restoredVersion: 2 } },
      { action: 'restore_site_text', details: { text: 'team', formerVersion: 4, version: 5, restoredVersion: 1 } },
    ]);
    await expect(restore(3, 3)).rejects.toMatchObject({ code: 'version_conflict' });
    await expect(restore(5, 9)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('shows a version in an older form as one that cannot be restored, and pages the last one that they can show', async () => {
    await save(1, teamOf('Noor'));
    await saveInOlderForm(3);
    await saveInOlderForm(4);
    expect(await shownTeam()).toEqual(teamOf('Noor'));
    expect(await read()).toMatchObject({ version: 4, value: teamOf('Noor') });
    expect(await history()).toMatchObject({
      items: [{ isReadable: false }, { isReadable: false }, { isReadable: true }, { isReadable: true }],
    });
    await expect(restore(4, 3)).rejects.toMatchObject({ code: 'site_text_outdated' });
    await expect(
      running.rpc.call(content.readSiteTextVersion, { key: 'team', version: 3, by: BY }),
    ).rejects.toMatchObject({
      code: 'site_text_outdated',
    });
    expect(await save(4, teamOf('Sam'))).toMatchObject({ version: 5 });
    expect(await shownTeam()).toEqual(teamOf('Sam'));
  });

  it('of nothing but older forms leaves the shipped words on the pages', async () => {
    await saveInOlderForm(2);
    expect(await shownTeam()).toEqual(SHIPPED_SITE_TEXTS.team);
  });
});
