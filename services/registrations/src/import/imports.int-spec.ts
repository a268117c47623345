import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actingAdmin } from '@lectern/contracts/identity/model';
import { accountDeleted } from '@lectern/contracts/identity/events';
import { rowsOf } from '@lectern/contracts/list-export';
import type { ListImport } from '@lectern/contracts/list-import';
import {
  addImportRows,
  checkImport,
  doImport,
  finishImport,
  listRefusedRows,
  startImport,
} from '@lectern/contracts/registrations/admin-rpc';
import { adminActed, claimsMade } from '@lectern/contracts/registrations/events';
import {
  countRegistrations,
  createDebateClubRegistration,
  listDebateClubRegistrations,
} from '@lectern/contracts/registrations/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { until } from '@lectern/test-kit/until';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { pruneAfterADay } from '../prune-after-a-day.job.ts';

const BY = {
  adminId: randomUUID(),
  role: 'owner' as const,
  origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' },
};
const FILE = `E-Mail,First,Surname,Division,Plan,Notes
ann@example.com,Ann,Lee,Professional,annual,x
bob@example.com,Bob,Ray,,,y
`;

describe('debate club registrations from a file', () => {
  let service: RunningRegistrations;
  beforeAll(async () => {
    service = await startRegistrations({ APP_CLOCK: '2026-02-01T12:00:00Z' });
    await service.startReplica();
  });
  afterAll(() => service.stop());
  beforeEach(() =>
    emptyTables(service.dataSource, 'debate_club_registrations, registration_counts, outbox, list_imports CASCADE'),
  );

  const read = async (text: string): Promise<ListImport> => {
    const [columns = [], ...rows] = text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
    const { id } = await service.rpc.call(startImport, { name: 'people.csv', columns });
    // A repeated batch is stored once.
    for (const _time of ['once', 'again'])
      await service.rpc.call(addImportRows, {
        id,
        rows: rows.map((cells, index) => ({ line: index + 2, cells: columns.map((_column, at) => cells[at] ?? '') })),
      });
    return service.rpc.call(finishImport, { id });
  };
  const check = ({ id, mapping }: ListImport, differences: Partial<ListImport['mapping']> = {}): Promise<ListImport> =>
    service.rpc.call(checkImport, { id, mapping: { ...mapping, ...differences } });
  const bring = ({ id }: Pick<ListImport, 'id'>): Promise<ListImport> => service.rpc.call(doImport, { id, by: BY });
  const list = async () => (await service.rpc.call(listDebateClubRegistrations, {})).items;
  const refused = ({ id }: ListImport) => service.rpc.call(listRefusedRows, { id });

  it('is read by its headings, checked, and then imported, recorded and counted', async () => {
    const file = await read(FILE);
    expect(file).toMatchObject({
      name: 'people.csv',
      status: 'read',
      rows: 2,
      columns: ['E-Mail', 'First', 'Surname', 'Division', 'Plan', 'Notes'],
      mapping: {
        columns: { email: 0, firstName: 1, lastName: 2, division: 3, billingCycle: 4 },
        fallbacks: { division: 'development', billingCycle: 'monthly', status: 'active' },
      },
    });
    expect(file.sample[0]).toEqual(['ann@example.com', 'Ann', 'Lee', 'Professional', 'annual', 'x']);

    expect(await check(file)).toMatchObject({ status: 'checked', ready: 2, refused: 0, problems: [] });
    expect(await list()).toEqual([]);
    expect(await service.publishedEvents(adminActed)).toEqual([]);

    expect(await bring(file)).toMatchObject({ status: 'done', ready: 2, refused: 0 });
    expect(await list()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          email: 'ann@example.com',
          firstName: 'Ann',
          lastName: 'Lee',
          division: 'professional',
          billingCycle: 'annual',
          status: 'active',
          userId: null,
        }),
        expect.objectContaining({
          email: 'bob@example.com',
          division: 'development',
          billingCycle: 'monthly',
          stripeSubscriptionId: null,
        }),
      ]),
    );
    expect(await service.rpc.call(countRegistrations, {})).toMatchObject({ activeDebateClubMembers: 2 });
    expect(await service.publishedEvents(adminActed)).toEqual([
      {
        by: actingAdmin.parse(BY),
        action: 'import_debate_club_registrations',
        details: { file: 'people.csv', added: 2, refused: 0 },
        at: expect.any(String),
      },
    ]);
  });

  it('is imported once, however many requests arrive, also at the same moment', async () => {
    const file = await read(FILE);
    await check(file);
    const answers = await Promise.all([bring(file), bring(file), bring(file)]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 'done', ready: 2 });
    expect(await check(file)).toMatchObject({ status: 'done' });
    expect(await list()).toHaveLength(2);
    expect(await service.publishedEvents(adminActed)).toHaveLength(1);
    // By these, identity gives the registrations to the people’s accounts.
    await until('the claims of both to be published', async () => {
      const events = await service.publishedEvents(claimsMade);
      return events.flatMap(({ claims }) => claims).length === 2;
    });
  });

  it('refuses rows with a reason each, takes the others, and gives the refused ones back as they were', async () => {
    await bring(await check(await read('Email,First name,Last name\nthere@example.com,Al,Ready\n')));
    const file = await check(
      await read(`Email,First name,Last name,Division
good@example.com,Good,One,
,No,Address,
nowhere,Bad,Address,
there@EXAMPLE.com,Al,Ready,
GOOD@example.com,Good,Again,
half@example.com,Only,,
odd@example.com,Odd,One,experts
`),
    );
    expect(file).toMatchObject({ ready: 1, refused: 6 });
    expect(file.problems.map(({ line, problem }) => [line, problem])).toEqual([
      [3, 'Valid email is required'],
      [4, 'Valid email is required'],
      [5, 'This email has a debate club registration already'],
      [6, 'Line 2 has this address already'],
      [7, 'Last name is required'],
      [8, 'Choose a division: development or professional'],
    ]);
    expect(await bring(file)).toMatchObject({ status: 'done', ready: 1, refused: 6 });
    const slice = await refused(file);
    const rows = rowsOf(slice);
    expect(slice.columns).toEqual(['Email', 'First name', 'Last name', 'Division', 'Problem']);
    expect(rows).toHaveLength(6);
    expect(rows[2]).toEqual([
      'there@EXAMPLE.com',
      'Al',
      'Ready',
      '',
      'This email has a debate club registration already',
    ]);
    expect(await list()).toHaveLength(2);
  });

  it('checks again when it imports: a person who was added meanwhile is refused, not added twice', async () => {
    const file = await check(await read(FILE));
    await service.rpc.call(createDebateClubRegistration, {
      email: 'ANN@example.com',
      firstName: 'Ann',
      lastName: 'Lee',
      phone: null,
      division: 'professional',
      billingCycle: 'annual',
      experienceLevel: null,
      goals: null,
      referralSource: null,
      billingStartDate: null,
      stripeCustomerId: null,
      stripeSubscriptionId: null,
      status: 'active',
      by: BY,
    });
    expect(await bring(file)).toMatchObject({ ready: 1, refused: 1 });
    expect((await list()).map(({ email }) => email.toLowerCase()).toSorted()).toEqual([
      'ann@example.com',
      'bob@example.com',
    ]);
  });

  it('adds nobody twice with two files of the same people at the same moment', async () => {
    const files = await Promise.all(Array.from({ length: 4 }, async () => check(await read(FILE))));
    const outcomes = await Promise.allSettled(files.map(bring));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await list()).toHaveLength(2);
  });

  it('adds nobody twice when the same file comes again, former members neither', async () => {
    const file = 'Email,First name,Last name,Status\nann@example.com,Ann,Lee,\nformer@example.com,For,Mer,cancelled\n';
    expect(await bring(await check(await read(file)))).toMatchObject({ ready: 2 });
    const again = await check(await read(file));
    expect(again.problems.map(({ problem }) => problem)).toEqual(
      Array(2).fill('This email has a debate club registration already'),
    );
    await expect(bring(again)).rejects.toMatchObject({ code: 'invalid_request' });
    // A former member who joins again is one row more.
    expect(await bring(await check(await read(file.replace('cancelled', 'active'))))).toMatchObject({ ready: 1 });
    expect((await list()).map(({ email, status }) => [email, status]).toSorted()).toEqual([
      ['ann@example.com', 'active'],
      ['former@example.com', 'active'],
      ['former@example.com', 'cancelled'],
    ]);
  });

  it('takes another mapping and other values for empty cells', async () => {
    const file = await read('A,B,C\nann@example.com,Ann,Lee\n');
    expect(file.mapping.columns).toEqual({});
    await expect(check(file)).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { email: 'Choose the column with: Email' },
    });
    await expect(check(file, { columns: { email: 0, firstName: 1, lastName: 7 } })).rejects.toMatchObject({
      fields: { lastName: 'The file has no such column' },
    });
    await expect(check(file, { columns: { email: 0, firstName: 1, lastName: 2, password: 2 } })).rejects.toMatchObject({
      fields: { password: 'This list has no such field' },
    });
    await expect(
      check(file, { columns: { email: 0, firstName: 1, lastName: 2 }, fallbacks: { status: 'gone' } }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    const checked = await check(file, {
      columns: { email: 0, firstName: 1, lastName: 2 },
      fallbacks: { division: 'professional', billingCycle: 'annual', status: 'paused' },
    });
    await bring(checked);
    expect(await list()).toEqual([
      expect.objectContaining({ division: 'professional', billingCycle: 'annual', status: 'paused' }),
    ]);
  });

  it('is not imported unchecked, without a valid row, or after it was discarded', async () => {
    const file = await read(FILE);
    await expect(bring(file)).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'Check the file before you import it.',
    });
    const none = await check(await read('Email,First name,Last name\nnowhere,No,One\n'));
    await expect(bring(none)).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'None of the rows can be imported.',
    });
    await expect(bring({ id: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
    await expect(service.rpc.call(listRefusedRows, { id: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
    expect(await service.publishedEvents(adminActed)).toEqual([]);
  });

  it('is forgotten after a day', async () => {
    const [old, fresh] = [await read(FILE), await read(FILE)];
    await service.dataSource.query(`UPDATE list_imports SET read_at = read_at - interval '25 hours' WHERE id = $1`, [
      old.id,
    ]);
    await service.runJob(pruneAfterADay);
    await expect(check(old)).rejects.toMatchObject({ code: 'not_found' });
    expect(await check(fresh)).toMatchObject({ ready: 2 });
  });

  it('keeps no row of a person with a deleted account', async () => {
    await read(FILE);
    await service.deliverEvent(accountDeleted, {
      userId: randomUUID(),
      email: 'Ann@example.com',
      verifiedEmail: 'Ann@example.com',
      firstName: 'Ann',
      deletedAt: '2026-02-01T12:00:00.000Z',
    });
    const rows = await service.dataSource.query<{ cells: string[] }[]>('SELECT cells FROM list_import_rows');
    expect(rows.map(({ cells }) => cells[0])).toEqual(['bob@example.com']);
  });
});
