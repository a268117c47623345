import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountDeleted } from '@lectern/contracts/identity/events';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import { cloneEvents, editEvent, getAdminEvent } from '@lectern/contracts/registrations/admin-rpc';
import { SHIPPED_SETUP } from '@lectern/contracts/registrations/competition-rules';
import type { Question } from '@lectern/contracts/registrations/event-setup';
import {
  enterTournament,
  exportPerson,
  exportTournamentRegistrations,
  listTournamentRegistrations,
  readTimeline,
} from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { Event } from '../event/event.entity.ts';
import { SEASON } from '../season/season.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { UNFILLED_ENTRY } from '../testing/unfilled-fields.ts';

const NOW = new Date('2026-09-01T12:00:00Z');
const BY = { adminId: randomUUID(), role: 'owner' as const, origin: { ipAddress: '203.0.113.7', userAgent: null } };
const FALL = SEASON.find(({ type, registrationDeadline }) => type === 'tournament' && registrationDeadline > NOW)!;

let service: RunningRegistrations;
beforeAll(async () => {
  service = await startRegistrations({ APP_CLOCK: NOW.toISOString() });
  await service.startReplica();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await emptyTables(service.dataSource, 'events, tournament_registrations, outbox, registration_counts CASCADE');
  await service.seed();
});

const question = (id: string, typed: Partial<Question> = {}): Question => ({
  ...{ id, question: id, kind: 'text', options: [], isRequired: false, isHidden: false },
  ...typed,
});
const SHIRT = question('shirt', { question: 'Shirt size', kind: 'choice', options: ['S', 'M'], isRequired: true });
const DIET = question('diet', { question: 'Diet' });
const get = (): Promise<AdminEvent> => service.rpc.call(getAdminEvent, { id: FALL.id });
const edit = async (typed: Partial<AdminEvent>) => {
  const { closedAt: _closedAt, state: _state, counts: _counts, ...fields } = { ...(await get()), ...typed };
  return service.rpc.call(editEvent, { ...fields, by: BY });
};
const ask = (...questions: Question[]) => edit({ setup: { ...SHIPPED_SETUP, questions } });
const enter = (
  lastName: string,
  answers?: Record<string, string>,
  typed: Partial<RpcInput<typeof enterTournament>> = {},
) =>
  service.rpc.call(enterTournament, {
    eventId: FALL.id,
    email: `${lastName}@example.com`,
    member: null,
    firstName: 'Ann',
    phone: null,
    ...UNFILLED_ENTRY,
    lastName,
    competitions: ['prepared_speech'],
    answers,
    ...typed,
  });
const refused = (fields: Record<string, string>) => ({
  code: 'invalid_request',
  message: Object.values(fields)[0]!,
  fields,
});
const listed = async () => {
  const { items } = await service.rpc.call(listTournamentRegistrations, { limit: 100 });
  return Object.fromEntries(items.map(({ lastName, answers }) => [lastName, answers]));
};

describe('the questions of a tournament', () => {
  it('are answered with an entry; a wrong or missing answer is refused at its field and leaves nothing', async () => {
    await ask(SHIRT, DIET);
    const missing = { 'answers.shirt': 'Please answer “Shirt size”.' };
    await expect(enter('ada')).rejects.toMatchObject(refused(missing));
    await expect(enter('ada', { diet: 'Vegan' })).rejects.toMatchObject(refused(missing));
    await expect(enter('ada', { shirt: 'XL' })).rejects.toMatchObject(
      refused({ 'answers.shirt': 'Please choose one of the answers to “Shirt size”.' }),
    );
    expect(await listed()).toEqual({});
    await enter('ada', { shirt: 'M', diet: ' Vegan ', unknown: 'left out' });
    await enter('ben', { shirt: 'S' });
    expect(await listed()).toEqual({
      ada: [
        { question: 'Shirt size', answer: 'M' },
        { question: 'Diet', answer: 'Vegan' },
      ],
      ben: [{ question: 'Shirt size', answer: 'S' }],
    });
  });

  it('that people answered can be reworded and hidden, but neither removed nor answered otherwise', async () => {
    await ask(SHIRT, DIET);
    await enter('ada', { shirt: 'M' });
    await enter('ben', { shirt: 'S' });
    await expect(ask(DIET)).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { 'setup.questions': '2 people answered “Shirt size”, so it cannot be removed. Hide it instead.' },
    });
    await expect(ask(DIET, { ...SHIRT, kind: 'text', options: [] })).rejects.toMatchObject({
      fields: {
        'setup.questions.1.kind': '2 people answered it, so this cannot change. Hide the question and add another one.',
      },
    });
    // Without answers it may go. The option that somebody chose may get other words: the answer keeps its own.
    await ask({ ...SHIRT, question: 'Size of your shirt', options: ['Small', 'Large'], isHidden: true });
    await enter('cleo');
    expect(await listed()).toEqual({
      ada: [{ question: 'Size of your shirt', answer: 'M' }],
      ben: [{ question: 'Size of your shirt', answer: 'S' }],
      cleo: [],
    });
  });

  it('are copied with the tournament', async () => {
    await ask(SHIRT, DIET);
    await edit({ title: 'Scrimmage' });
    const { events } = await service.rpc.call(cloneEvents, { what: { eventId: FALL.id }, dryRun: false, by: BY });
    const [copy] = await service.dataSource.getRepository(Event).findBy({ clonedFrom: events[0]!.sourceId });
    expect(copy!.setup!.questions).toEqual([SHIRT, DIET]);
  });

  it('hold for entries of the same moment as a whole: with the question answered, or before it was asked', async () => {
    await ask(DIET);
    const names = Array.from({ length: 8 }, (_, index) => `p${index}`);
    const [edited, ...entered] = await Promise.allSettled([
      ask(DIET, SHIRT),
      ...names.map((name, index) => enter(name, index % 2 === 0 ? { shirt: 'M' } : {})),
    ]);
    expect(edited.status).toBe('fulfilled');
    for (const result of entered)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject(refused({ 'answers.shirt': 'Please answer “Shirt size”.' }));
    const answers = await listed();
    for (const [index, name] of names.entries()) {
      expect(name in answers).toBe(entered[index]!.status === 'fulfilled');
      if (name in answers && index % 2 === 1) expect(answers[name]).toEqual([]);
    }
    await expect(enter('late')).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('are not removed while somebody answers them', async () => {
    await ask(DIET);
    const [edited] = await Promise.allSettled([ask(), enter('ada', { diet: 'Vegan' })]);
    const { ada } = await listed();
    // Before the edit, which is refused, or after it, without the answer.
    expect(ada).toEqual(edited.status === 'rejected' ? [{ question: 'Diet', answer: 'Vegan' }] : []);
  });
});

describe('the answers of an entry', () => {
  const request = (emailKey: string) => ({ userId: null, emailKey, kind: null, after: null, limit: 10 });

  it('are on the timeline of the person, in the file of the list and in the person’s own file', async () => {
    await ask(SHIRT, DIET);
    await enter('ada', { diet: '=1+1; vegan', shirt: 'M' });
    const words = 'Shirt size: M; Diet: =1+1; vegan';
    const [item] = (await service.rpc.call(readTimeline, request('ada@example.com'))).items;
    expect(item).toMatchObject({ details: { answers: words } });
    for (const view of [undefined, 'name,answers']) {
      const { columns, rows } = await service.rpc.call(exportTournamentRegistrations, { columns: view });
      const [row] = JSON.parse(rows) as string[][];
      expect(row![columns.indexOf('Answers')]).toBe(words);
    }
    const own = await service.rpc.call(exportPerson, { userId: randomUUID(), verifiedEmail: 'ada@example.com' });
    expect(own).toMatchObject({ tournamentEntries: [{ answers: words }] });
  });

  it('are those of the account that takes the entry over', async () => {
    await ask(SHIRT, DIET);
    const account = { id: randomUUID(), email: 'ada@example.com' };
    await enter('ada', { shirt: 'M', diet: 'Vegan' });
    await service.dataSource.query('UPDATE tournament_registrations SET user_id = $1, claim_made_at = $2', [
      account.id,
      NOW,
    ]);
    await expect(enter('ada', {}, { member: account })).rejects.toMatchObject({ code: 'invalid_request' });
    await enter('ada', { shirt: 'S' }, { member: account });
    expect(await listed()).toEqual({ ada: [{ question: 'Shirt size', answer: 'S' }] });
  });

  it('are erased with the person', async () => {
    await ask(SHIRT, DIET);
    const userId = randomUUID();
    const email = 'ada@example.com';
    await enter('ada', { shirt: 'M', diet: 'Vegan' }, { member: { id: userId, email } });
    // The entry of a past tournament stays to be counted.
    await service.dataSource.query(
      `UPDATE events SET registration_deadline = $2::timestamptz - interval '2 days', datetime = $2::timestamptz - interval '1 day' WHERE id = $1`,
      [FALL.id, NOW],
    );
    await service.deliverEvent(accountDeleted, {
      ...{ userId, email, verifiedEmail: email, firstName: 'Ann', deletedAt: NOW.toISOString() },
      leavesPurchases: false,
    });
    expect(await service.dataSource.query('SELECT email, answers FROM tournament_registrations')).toEqual([
      { email: '', answers: {} },
    ]);
  });
});
