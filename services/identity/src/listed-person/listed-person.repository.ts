import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '@lectern/contracts/errors';
import type {
  LastSeen,
  ListedMembership,
  ListedPerson as Answer,
  PersonFilters,
} from '@lectern/contracts/identity/listed-person';
import { type ListQuery, type Page, PLAIN_LIST_MAX, SEARCH_COUNT_MAX } from '@lectern/contracts/page';
import type { ExportRequest, ExportSlice } from '@lectern/contracts/list-export';
import { KNOWN_FROM, KNOWN_FROM_WORDS } from '@lectern/contracts/person-timeline';
import { Conditions } from '@lectern/service-kit/database/conditions';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import {
  columnsOf,
  dayText,
  type ExportColumns,
  instantText,
  type TableColumns,
  wordsText,
  wordText,
} from '@lectern/service-kit/paging/export-slice';
import { withoutAccents } from '@lectern/service-kit/paging/search-pattern';
import { decodeTextCursor, encodeTextCursor } from '@lectern/service-kit/paging/text-cursor';
import { ListedPerson } from './listed-person.entity.ts';
import { MARK_ALL_PEOPLE } from './mark-all-people.ts';
import { TWIN_KEYS, TwinRepository } from './twin.repository.ts';

/** The columns of a row, each with its SQL over the sources of {@link ListedPersonRepository.remake}. */
const COLUMNS = {
  email: `COALESCE(account.email, membership.email, recorded.email, sources.email_key)`,
  name: `COALESCE(NULLIF(btrim(account.first_name || ' ' || account.last_name), ''), NULLIF(membership.name, ''), recorded.name)`,
  account: `CASE WHEN account.id IS NULL THEN 'none' WHEN account.deactivated_at IS NULL THEN 'active' ELSE 'deactivated' END`,
  // A member that staff added has only a registration.
  membership_status: 'COALESCE(membership.status, recorded.status)',
  plan: 'COALESCE(membership.plan, recorded.plan)',
  division: 'COALESCE(account.division, recorded.division)',
  tags: `COALESCE(tagged.tags, '{}')`,
  tag_keys: `COALESCE(tagged.tag_keys, '{}')`,
  known_from: `array_remove(ARRAY[CASE WHEN account.id IS NOT NULL THEN 'account' END], NULL) || COALESCE(recorded.known_from, '{}')`,
  event_ids: `COALESCE(recorded.event_ids, '{}')`,
  unpaid_until: 'recorded.unpaid_until',
  is_unpaid_sign_up: `account.id IS NOT NULL AND account.deactivated_at IS NULL AND COALESCE(COALESCE(membership.status, recorded.status) = 'pending', true)`,
  last_seen_on: 'account.last_seen_on',
  joined_at: 'COALESCE(account.created_at, LEAST(membership.started_at, tagged.first_at, recorded.since))',
  person_key: 'COALESCE(account.id::text, sources.email_key)',
} as const;

/** The day of those who were never seen, in the index by which they come after all others. */
const NEVER_BEFORE = `date '0001-01-01'`;

const seenOrder = (never: string) => ({
  column: `COALESCE(last_seen_on, ${never})`,
  position: `(COALESCE(last_seen_on, ${never}) - date '2000-01-01')::text`,
  valueAt: (position: string) => `date '2000-01-01' + ${position}::int`,
  isPosition: /^-?\d{1,6}$/,
});

/** The orders of the list: the indexed column, its position in a cursor, and the column's value at a position. */
const ORDERS = {
  joinedAt: {
    column: 'joined_at',
    position: '(extract(epoch FROM joined_at) * 1000000)::bigint::text',
    valueAt: (position: string) => `timestamptz 'epoch' + ${position}::bigint * interval '1 microsecond'`,
    isPosition: /^-?\d{1,16}$/,
  },
  name: { column: 'sort_name', position: 'sort_name', valueAt: (position: string) => position, isPosition: /^/ },
  email: { column: 'email_key', position: 'email_key', valueAt: (position: string) => position, isPosition: /^/ },
  // Those who were never seen come last, in both directions.
  lastSeenOn: seenOrder(`date '2999-12-31'`),
  '-lastSeenOn': seenOrder(NEVER_BEFORE),
} as const;

/** The lock of transactions that make rows. */
export const LISTING = 'listed-people';

/** As the index has it. */
const SEEN_ON = seenOrder(NEVER_BEFORE).column;
const SEEN: Readonly<Record<LastSeen, (today: string) => string>> = {
  week: (today) => `${SEEN_ON} >= ${today}::date - 7`,
  month: (today) => `${SEEN_ON} >= ${today}::date - 30`,
  quarter: (today) => `${SEEN_ON} >= ${today}::date - 90`,
  earlier: (today) => `${SEEN_ON} < ${today}::date - 90 AND last_seen_on IS NOT NULL`,
  never: () => `last_seen_on IS NULL AND account <> 'none'`,
};

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** The filters of the list, with a pattern of `namePattern` and the association's day. */
export interface PersonFilter extends Omit<PersonFilters, 'tag'> {
  readonly status: ListedMembership | undefined;
  readonly tagKey: string | null;
  readonly search: string | null;
  /** The association's day. One that was stored before the zone moved to the west may be later: it is shown as today. */
  readonly today: string;
  readonly now: Date;
}

const conditionsOf = (filter: PersonFilter): Conditions => {
  const conditions = new Conditions();
  const equals = (column: string, value: string | undefined): void => {
    if (value !== undefined) conditions.add(`${column} = ${conditions.value(value)}`);
  };
  equals('account', filter.account);
  equals('plan', filter.plan);
  equals('division', filter.division);
  if (filter.status === 'none') conditions.add('membership_status IS NULL');
  else equals('membership_status', filter.status);
  if (filter.duplicates !== undefined) conditions.add('has_twin');
  if (filter.unpaid === 'membership') conditions.add('is_unpaid_sign_up');
  if (filter.unpaid === 'event') conditions.add(`unpaid_until > ${conditions.value(filter.now)}`);
  if (filter.event !== undefined) conditions.add(`event_ids @> ARRAY[${conditions.value(filter.event)}::uuid]`);
  if (filter.tagKey !== null) conditions.add(`tag_keys @> ARRAY[${conditions.value(filter.tagKey)}]`);
  if (filter.seen !== undefined) {
    const isDated = filter.seen !== 'never';
    conditions.add(SEEN[filter.seen](isDated ? conditions.value(filter.today) : ''));
  }
  if (filter.search !== null) conditions.add(`searched LIKE ${conditions.value(filter.search)}`);
  return conditions;
};

/** The columns of the file by heading: SQL of type text. */
const FILE: ExportColumns = {
  Name: 'name',
  Email: 'email',
  Account: 'account',
  Membership: 'membership_status',
  Plan: 'plan',
  Division: 'division',
  Tags: `array_to_string(tags, ', ')`,
  'Known from': `array_to_string(known_from, ', ')`,
  'Unpaid membership': `CASE WHEN is_unpaid_sign_up THEN 'yes' END`,
  'Event to be paid until': instantText('unpaid_until'),
  'Last seen': 'last_seen_on::text',
  Since: instantText('joined_at'),
};

const tableIn = (timeZone: string, now: Date): TableColumns => ({
  name: ['Name', 'name'],
  email: ['Email', 'email'],
  membership: ['Membership', wordText('membership_status')],
  plan: ['Plan', wordText('plan')],
  account: ['Account', wordsText('account', { active: 'Yes', deactivated: 'Deactivated', none: 'No' })],
  from: [
    'Known from',
    `(SELECT string_agg(${wordsText('source', KNOWN_FROM_WORDS)}, ', ' ORDER BY array_position(ARRAY['${KNOWN_FROM.join("', '")}'], source)) FROM unnest(known_from) AS source)`,
  ],
  tags: ['Tags', `array_to_string(tags, ', ')`],
  division: ['Division', wordText('division')],
  unpaid: [
    'Unpaid',
    `concat_ws(', ', CASE WHEN is_unpaid_sign_up THEN 'Membership' END, CASE WHEN unpaid_until > '${now.toISOString()}' THEN 'Event' END)`,
  ],
  seen: ['Last seen', 'last_seen_on::text'],
  joined: ['Since', dayText('joined_at', timeZone)],
});

/** The first slice of a file is small, so that a download begins immediately. */
const [FIRST_SLICE, SLICE] = [200, 4_000];

/** Counting more people one by one takes too long. */
const COUNTED = 20_000;

type Request = Pick<ListQuery, 'limit' | 'cursor' | 'sort'>;

interface Row extends Omit<Answer, 'joinedAt' | 'unpaid'> {
  readonly unpaidUntil: Date | null;
  readonly joinedAt: Date;
  readonly isUnpaidSignUp: boolean;
  readonly position: string;
}

/** The list of people. Nothing else writes its table. */
@Injectable()
export class ListedPersonRepository {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly twins: TwinRepository,
  ) {}

  /** A page of the list, found by position in an index. Throws `invalid_request` or `cursor_invalid`. */
  async page(filter: PersonFilter, query: Request): Promise<Page<Answer>> {
    const [page, total] = await Promise.all([this.read(filter, query), this.count(filter)]);
    return { ...page, total };
  }

  /** The name of a mailbox; null where none is known. */
  async nameOf(emailKey: string): Promise<string | null> {
    const [row] = await this.dataSource.query<{ name: string | null }[]>(
      'SELECT name FROM listed_people WHERE email_key = $1',
      [emailKey],
    );
    return row?.name ?? null;
  }

  /** Whether the list has a mailbox. */
  async has(emailKey: string): Promise<boolean> {
    return this.dataSource.getRepository(ListedPerson).existsBy({ emailKey });
  }

  /** A slice of the list as a file. Throws as {@link page}. */
  async export(
    filter: PersonFilter,
    request: Pick<ExportRequest, 'cursor' | 'sort' | 'columns'>,
    timeZone: string,
  ): Promise<ExportSlice> {
    const columns = columnsOf(request, tableIn(timeZone, filter.now), FILE);
    const limit = request.cursor === undefined ? FIRST_SLICE : SLICE;
    const cells = `ARRAY[${Object.values(columns).join(', ')}] AS cells`;
    const { rows, nextCursor } = await this.select<{ cells: (string | null)[] }>(filter, { ...request, limit }, cells);
    const seen = Object.keys(columns).indexOf('Last seen');
    for (const { cells: row } of rows) if ((row[seen] ?? '') > filter.today) row[seen] = filter.today;
    return { columns: Object.keys(columns), rows: JSON.stringify(rows.map((row) => row.cells)), nextCursor };
  }

  private async read(filter: PersonFilter, query: Request): Promise<Omit<Page<Answer>, 'total'>> {
    const { rows, nextCursor } = await this.select<Row>(
      filter,
      query,
      `email, name, account, membership_status AS status, plan, division, tags, known_from AS "from", is_unpaid_sign_up AS "isUnpaidSignUp",
       unpaid_until AS "unpaidUntil", last_seen_on::text AS "lastSeenOn", joined_at AS "joinedAt"`,
    );
    const items = rows.map(({ position: _, joinedAt, isUnpaidSignUp, unpaidUntil, lastSeenOn, ...row }) => ({
      ...row,
      lastSeenOn: lastSeenOn !== null && lastSeenOn > filter.today ? filter.today : lastSeenOn,
      from: KNOWN_FROM.filter((source) => row.from.includes(source)),
      unpaid: [
        ...(isUnpaidSignUp ? (['membership'] as const) : []),
        ...(unpaidUntil !== null && unpaidUntil > filter.now ? (['event'] as const) : []),
      ],
      joinedAt: joinedAt.toISOString(),
    }));
    return { items, nextCursor };
  }

  /** The rows at a position of the list, found in an index. */
  private async select<T extends object>(
    filter: PersonFilter,
    { limit = PLAIN_LIST_MAX, cursor, sort = '-joinedAt' }: Request,
    columns: string,
  ): Promise<{ rows: (T & { id: string; position: string })[]; nextCursor: string | null }> {
    const isDescending = sort.startsWith('-');
    const by = isDescending ? sort.slice(1) : sort;
    if (!Object.hasOwn(ORDERS, by))
      throw new DomainError('invalid_request', { fields: { sort: 'This list cannot be sorted so' } });
    const { column, position, valueAt, isPosition } =
      ORDERS[(Object.hasOwn(ORDERS, sort) ? sort : by) as keyof typeof ORDERS];
    const conditions = conditionsOf(filter);
    const after = decodeTextCursor(sort, cursor);
    if (cursor !== undefined) {
      const [id, value] = [after.slice(0, 36), after.slice(37)];
      if (!UUID.test(id) || !isPosition.test(value)) throw new DomainError('cursor_invalid');
      conditions.add(
        `(${column}, id) ${isDescending ? '<' : '>'} (${valueAt(conditions.value(value))}, ${conditions.value(id)}::uuid)`,
      );
    }
    const direction = isDescending ? 'DESC' : 'ASC';
    const found = await this.dataSource.query<(T & { id: string; position: string })[]>(
      `SELECT id, ${position} AS position, ${columns} FROM listed_people
       WHERE ${conditions.toString()} ORDER BY ${column} ${direction}, id ${direction} LIMIT ${limit + 1}`,
      conditions.parameters,
    );
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    return { rows, nextCursor: last === undefined ? null : encodeTextCursor(sort, `${last.id} ${last.position}`) };
  }

  /** The number of all people (beyond {@link COUNTED} by the statistics of Postgres), or of those with these properties up to {@link SEARCH_COUNT_MAX}. */
  private async count(filter: PersonFilter): Promise<number> {
    const conditions = conditionsOf(filter);
    const [row] = await this.dataSource.query<[{ count: number }]>(
      conditions.isEmpty
        ? `SELECT CASE WHEN counted < ${COUNTED} THEN counted ELSE GREATEST(counted, (SELECT reltuples::int FROM pg_class WHERE oid = 'listed_people'::regclass)) END AS count
           FROM (SELECT count(*)::int AS counted FROM (SELECT 1 FROM listed_people LIMIT ${COUNTED}) AS limited) AS every_person`
        : `SELECT count(*)::int AS count FROM (SELECT 1 FROM listed_people WHERE ${conditions.toString()} LIMIT ${SEARCH_COUNT_MAX}) AS limited`,
      conditions.parameters,
    );
    return row.count;
  }

  /** Marks every mailbox that is known or listed: the whole list is made again. */
  async markAll(tx: Transaction): Promise<void> {
    await tx.manager.query(MARK_ALL_PEOPLE);
  }

  /**
   * Makes the rows of up to `limit` marks again, and answers whether there were any. One transaction at a time: each sees what the ones
   * before it wrote, and what their marks are about.
   */
  async remakeMarked(tx: Transaction, limit: number): Promise<boolean> {
    await lockKey(tx, LISTING);
    const [taken] = await tx.manager.query<[{ email_key: string }[], number]>(
      `DELETE FROM person_changes WHERE id IN (SELECT id FROM person_changes ORDER BY id LIMIT $1) RETURNING email_key`,
      [limit],
    );
    if (taken.length > 0)
      await this.remake(
        tx,
        taken.map((row) => row.email_key),
      );
    return taken.length > 0;
  }

  /**
   * Makes the rows of these mailboxes from the tables as the transaction sees them, and removes those of mailboxes that nothing is known
   * about. Idempotent.
   */
  async remake(tx: Transaction, emailKeys: readonly string[]): Promise<void> {
    const names = Object.keys(COLUMNS);
    const kept = [...names, 'sort_name', 'searched', ...Object.keys(TWIN_KEYS)];
    const before = await this.twins.keysOf(tx, emailKeys);
    await tx.manager.query(
      `WITH found AS (
         SELECT sources.email_key, recorded.names, ${Object.entries(COLUMNS)
           .map(([name, value]) => `${value} AS ${name}`)
           .join(', ')}
         FROM (SELECT DISTINCT email_key FROM unnest($1::text[]) AS marked (email_key) WHERE email_key <> '') AS sources
         LEFT JOIN users account ON account.email_key = sources.email_key
         LEFT JOIN LATERAL (
           SELECT NULLIF(email, '') AS email, name, status, plan, started_at FROM memberships
           WHERE user_id = account.id OR user_id IS NULL AND memberships.email_key = sources.email_key
           ORDER BY access DESC, started_at DESC LIMIT 1
         ) AS membership ON true
         LEFT JOIN LATERAL (
           SELECT array_agg(tag ORDER BY tag_key) AS tags, array_agg(tag_key ORDER BY tag_key) AS tag_keys, min(created_at) AS first_at FROM (
             SELECT DISTINCT ON (tag_key) tag, tag_key, created_at FROM person_tags
             WHERE user_id = account.id OR user_id IS NULL AND person_tags.email_key = sources.email_key ORDER BY tag_key
           ) AS own
         ) AS tagged ON true
         LEFT JOIN LATERAL (
           SELECT (array_agg(record.email ORDER BY since DESC))[1] AS email, string_agg(DISTINCT record.name, ' ') AS names,
             -- A registration's name before one that a visitor of the contact page typed.
             (array_agg(record.name ORDER BY record.source = 'contact', since DESC) FILTER (WHERE record.name IS NOT NULL))[1] AS name,
             (array_agg(record.division ORDER BY since DESC) FILTER (WHERE record.division IS NOT NULL))[1] AS division,
             (array_agg(record.status ORDER BY record.status = 'active' DESC, since DESC) FILTER (WHERE record.status IS NOT NULL))[1] AS status,
             (array_agg(record.plan ORDER BY record.status = 'active' DESC, since DESC) FILTER (WHERE record.status IS NOT NULL))[1] AS plan,
             array_agg(DISTINCT record.source) AS known_from, array_agg(DISTINCT record.event_id) FILTER (WHERE record.event_id IS NOT NULL) AS event_ids,
             max(record.unpaid_until) AS unpaid_until, min(record.since) AS since
           FROM person_records record
           WHERE record.user_id = account.id
             OR record.email_key = sources.email_key AND (record.user_id IS NULL OR NOT EXISTS (SELECT 1 FROM users WHERE users.id = record.user_id))
         ) AS recorded ON true
         WHERE account.id IS NOT NULL OR recorded.since IS NOT NULL OR membership.status IS NOT NULL OR tagged.tags IS NOT NULL
       ), made AS (
         SELECT *, left(lower(COALESCE(name, email)), 60) AS sort_name, ${withoutAccents("concat_ws(' ', '', name, names, email)")} AS searched,
           ${Object.entries(TWIN_KEYS)
             .map(([name, value]) => `${value} AS ${name}`)
             .join(', ')}
         FROM found
       ), gone AS (
         DELETE FROM listed_people WHERE email_key = ANY($1::text[]) AND email_key NOT IN (SELECT email_key FROM made)
       )
       INSERT INTO listed_people (email_key, ${kept.join(', ')}) SELECT email_key, ${kept.join(', ')} FROM made
       ON CONFLICT (email_key) DO UPDATE SET ${kept.map((name) => `${name} = excluded.${name}`).join(', ')}
       WHERE (${kept.map((name) => `listed_people.${name}`).join(', ')}) IS DISTINCT FROM (${kept.map((name) => `excluded.${name}`).join(', ')})`,
      [emailKeys],
    );
    await this.twins.refresh(tx, emailKeys, before);
  }
}
