import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ListedPayment, PaidProduct, PaymentKind, PaymentTotals } from '@lectern/contracts/billing/listed-payment';
import { DomainError } from '@lectern/contracts/errors';
import type { ExportRequest, ExportSlice } from '@lectern/contracts/list-export';
import { type ListQuery, type Page, PLAIN_LIST_MAX, SEARCH_COUNT_MAX } from '@lectern/contracts/page';
import { Conditions } from '@lectern/service-kit/database/conditions';
import {
  columnsOf,
  dayText,
  dollarsText,
  type ExportColumns,
  instantText,
  type TableColumns,
  wordsText,
  wordText,
} from '@lectern/service-kit/paging/export-slice';
import { namePattern } from '@lectern/service-kit/paging/search-pattern';
import { decodeTextCursor, encodeTextCursor } from '@lectern/service-kit/paging/text-cursor';

/** The filters of a list, with days as instants. */
export interface BalanceFilter {
  readonly q?: string | undefined;
  readonly kind?: PaymentKind | undefined;
  readonly product?: PaidProduct | undefined;
  readonly from: string | null;
  readonly before: string | null;
}

/**
 * The movements of the provider's ledger and what staff recorded, with the same columns and types: Postgres reads either by its own indexes, and
 * merges them. A record's charge is the payment, so that both of a payment are found together.
 */
const MOVEMENTS = `(
  SELECT id, kind, amount, fee, net, currency, created_at, available_on, description, source_id, charge_id, payment_intent_id, customer_id, method,
    invoice_id, purchase_id, product, payout_id, NULL::text AS reference
  FROM balance_transactions
  UNION ALL
  SELECT id, 'offline'::text, amount, 0, amount, 'usd'::text, received_at, received_at, NULL::text, NULL::text, COALESCE(undoes, id), NULL::text, customer_id, method,
    NULL::text, purchase_id, product, NULL::text, reference
  FROM offline_payments
)`;

/** The orders of the list: the indexed column, its position in a cursor, and the column's value at a position. */
const ORDERS = {
  createdAt: {
    column: 'moved.created_at',
    position: 'extract(epoch FROM moved.created_at)::bigint::text',
    valueAt: (position: string) => `to_timestamp(${position}::bigint)`,
  },
  amount: {
    column: 'moved.amount',
    position: 'moved.amount::text',
    valueAt: (position: string) => `${position}::integer`,
  },
} as const;

const POSITION = /^(\w{1,255}) (-?\d{1,10})$/;

/** The columns by the beginning of the provider's ids. */
const ID = /^(txn|ch|py|re|pyr|du|dp|pi|in|cus|po|off)_[A-Za-z0-9]{4,250}$/;
const BY_ID: Readonly<Record<string, (value: string) => string>> = {
  txn: (value) => `moved.id = ${value}`,
  ch: (value) => `moved.charge_id = ${value}`,
  py: (value) => `moved.charge_id = ${value}`,
  off: (value) => `moved.charge_id = ${value}`,
  pi: (value) => `moved.payment_intent_id = ${value}`,
  in: (value) => `moved.payment_intent_id IN (SELECT payment_intent_id FROM payments WHERE invoice_id = ${value})`,
  cus: (value) => `moved.customer_id = ${value}`,
  po: (value) => `moved.payout_id = ${value}`,
};
const bySource = (value: string): string => `moved.source_id = ${value}`;

/** More customers than these are looked for the other way round: whether each movement is of one of them. */
const CUSTOMERS = 1_000;

/** Counting more movements one by one takes too long. */
const COUNTED = 20_000;

/** The first slice of a file is small, so that a download begins immediately. */
const [FIRST_SLICE, SLICE] = [200, 4_000];

/** The person, the purchase or payment, and the charge of a movement; joined to the rows that are shown only. */
const BELONGINGS = `
  LEFT JOIN customers person ON person.id = moved.customer_id AND person.erased_at IS NULL
  LEFT JOIN purchases purchase ON purchase.id = moved.purchase_id
  LEFT JOIN payments payment ON payment.invoice_id = moved.invoice_id
  LEFT JOIN LATERAL (
    SELECT method, last4 FROM balance_transactions WHERE charge_id = moved.charge_id AND kind = 'charge' LIMIT 1
  ) AS charge ON true
  LEFT JOIN LATERAL (
    SELECT -sum(amount) AS amount FROM balance_transactions
    WHERE moved.kind = 'charge' AND charge_id = moved.charge_id AND kind = 'refund'
  ) AS refunds ON true
  LEFT JOIN offline_payments undoing ON moved.kind = 'offline' AND undoing.undoes = moved.id`;

const NAME = `NULLIF(btrim(person.first_name || ' ' || person.last_name), '')`;
const REFUNDED = 'COALESCE(refunds.amount, -undoing.amount, 0)';
const PAID_BY = 'COALESCE(charge.method, moved.method)';
const IS_DISPUTED = `moved.kind = 'charge' AND COALESCE(purchase.is_disputed, payment.is_disputed, false)`;
const RECEIPT = 'COALESCE(purchase.receipt_url, payment.invoice_url)';

const ROW = `moved.kind, moved.created_at AS "createdAt", moved.available_on AS "availableOn", ${NAME} AS name, person.email,
  (moved.invoice_id IS NOT NULL OR moved.purchase_id IS NOT NULL) AS "isOurs", moved.product, purchase.title, moved.description, ${PAID_BY} AS method, charge.last4, moved.reference,
  moved.amount, moved.fee, moved.net, ${REFUNDED}::integer AS refunded, ${IS_DISPUTED} AS "isDisputed", ${RECEIPT} AS "receiptUrl",
  moved.charge_id AS "chargeId", moved.payout_id AS "payoutId"`;

interface Row extends Omit<ListedPayment, 'person' | 'createdAt' | 'availableOn'> {
  readonly createdAt: Date;
  readonly availableOn: Date;
  readonly name: string | null;
  readonly email: string | null;
}

const KIND_WORDS: Readonly<Record<PaymentKind, string>> = {
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
  adjustment: 'Fee or adjustment',
  payout: 'Payout',
  offline: 'Offline payment',
};
const PRODUCT_WORDS: Readonly<Record<PaidProduct, string>> = {
  membership_monthly: 'Monthly membership',
  membership_annual: 'Annual membership',
  bootcamp: 'Bootcamp',
  tournament: 'Tournament',
  other: 'Not from this site',
};
/** The name of an event, the plan, or the provider's words. */
const PURPOSE = `COALESCE(purchase.title, CASE WHEN moved.kind IN ('adjustment', 'payout') THEN moved.description ELSE ${wordsText('moved.product', PRODUCT_WORDS)} END)`;
const METHOD = `concat_ws(' ', ${wordText(PAID_BY)}, charge.last4)`;

const FILE: ExportColumns = {
  Id: 'moved.id',
  Date: instantText('moved.created_at'),
  Kind: wordsText('moved.kind', KIND_WORDS),
  Name: NAME,
  Email: 'person.email',
  For: PURPOSE,
  Method: METHOD,
  Reference: 'moved.reference',
  'Through Stripe': `CASE WHEN moved.kind = 'offline' THEN 'no' ELSE 'yes' END`,
  Amount: dollarsText('moved.amount'),
  Fee: dollarsText('moved.fee'),
  Net: dollarsText('moved.net'),
  Refunded: dollarsText(REFUNDED),
  Currency: 'moved.currency',
  'Available on': instantText('moved.available_on'),
  Charge: 'moved.charge_id',
  'Payment intent': 'moved.payment_intent_id',
  Invoice: 'moved.invoice_id',
  Customer: 'moved.customer_id',
  Payout: 'moved.payout_id',
  Receipt: RECEIPT,
};

const tableIn = (timeZone: string): TableColumns => ({
  date: ['Date', dayText('moved.created_at', timeZone)],
  kind: ['Kind', wordsText('moved.kind', KIND_WORDS)],
  person: ['Person', `COALESCE(${NAME}, person.email)`],
  email: ['Email', 'person.email'],
  purpose: ['For', PURPOSE],
  method: ['Method', METHOD],
  reference: ['Reference', 'moved.reference'],
  amount: ['Amount', dollarsText('moved.amount')],
  fee: ['Fee', dollarsText('moved.fee')],
  net: ['Net', dollarsText('moved.net')],
  refunded: ['Refunded', dollarsText(REFUNDED)],
  receipt: ['Receipt', RECEIPT],
});

type Request = Pick<ListQuery, 'limit' | 'cursor' | 'sort'>;

/** The list of movements for staff. Reads only. */
@Injectable()
export class ListedBalance {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** A page of the list, found by position in an index. Throws `invalid_request` or `cursor_invalid`. */
  async page(filter: BalanceFilter, query: Request): Promise<Page<ListedPayment>> {
    const people = await this.peopleOf(filter);
    const [{ rows, nextCursor }, total] = await Promise.all([
      this.select<Row>(filter, people, query, ROW),
      this.count(filter, people),
    ]);
    return { items: rows.map(presented), nextCursor, total };
  }

  /** A slice of the list as a file. Throws as {@link page}. */
  async export(
    filter: BalanceFilter,
    request: Pick<ExportRequest, 'cursor' | 'sort' | 'columns'>,
    timeZone: string,
  ): Promise<ExportSlice> {
    const columns = columnsOf(request, tableIn(timeZone), FILE);
    const limit = request.cursor === undefined ? FIRST_SLICE : SLICE;
    const cells = `ARRAY[${Object.values(columns)
      .map((column) => `(${column})::text`)
      .join(', ')}] AS cells`;
    const people = await this.peopleOf(filter);
    const { rows, nextCursor } = await this.select<{ cells: (string | null)[] }>(
      filter,
      people,
      { ...request, limit },
      cells,
    );
    return { columns: Object.keys(columns), rows: JSON.stringify(rows.map((row) => row.cells)), nextCursor };
  }

  /** The sums of the list, without payouts. Offline payments are in `offline` alone. */
  async totals(filter: BalanceFilter): Promise<PaymentTotals> {
    const conditions = conditionsOf(filter, await this.peopleOf(filter));
    conditions.add(`moved.kind <> 'payout'`);
    const sum = (column: string, kind?: PaymentKind): string =>
      `COALESCE(sum(moved.${column}) FILTER (WHERE moved.kind ${kind === undefined ? `<> 'offline'` : `= '${kind}'`}), 0)::float8`;
    const [totals] = await this.dataSource.query<[PaymentTotals]>(
      `SELECT count(*)::int AS count, ${sum('amount', 'charge')} AS charged, ${sum('amount', 'refund')} AS refunded,
         ${sum('amount', 'dispute')} AS disputed, ${sum('amount', 'adjustment')} AS adjusted, ${sum('fee')} AS fees, ${sum('net')} AS net,
         ${sum('amount', 'offline')} AS offline
       FROM ${MOVEMENTS} moved WHERE ${conditions.toString()}`,
      conditions.parameters,
    );
    return totals;
  }

  /** A movement, and all of the same charge, oldest first; null where there is none. */
  async find(
    id: string,
  ): Promise<{ payment: ListedPayment; movements: ListedPayment[]; intentId: string | null } | null> {
    const rows = await this.dataSource.query<(Row & { intentId: string | null })[]>(
      `SELECT moved.id, ${ROW}, moved.payment_intent_id AS "intentId" FROM ${MOVEMENTS} moved ${BELONGINGS}
       WHERE moved.id = $1 OR moved.charge_id = (SELECT charge_id FROM ${MOVEMENTS} one WHERE id = $1)
       ORDER BY moved.created_at, moved.kind <> 'charge', moved.amount < 0, moved.id`,
      [id],
    );
    const found = rows.find((row) => row.id === id);
    if (found === undefined) return null;
    return { payment: presented(found), movements: rows.map(presented), intentId: found.intentId };
  }

  /** The customers that a search finds; null where they are too many to be named, or there is no search. */
  private async peopleOf({ q = '' }: BalanceFilter): Promise<readonly string[] | null> {
    const pattern = namePattern(q);
    if (pattern === null || ID.test(q)) return null;
    const found = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM customers WHERE searched LIKE $1 LIMIT ${CUSTOMERS + 1}`,
      [pattern],
    );
    return found.length > CUSTOMERS ? null : found.map(({ id }) => id);
  }

  private async select<T extends object>(
    filter: BalanceFilter,
    people: readonly string[] | null,
    { limit = PLAIN_LIST_MAX, cursor, sort = '-createdAt' }: Request,
    columns: string,
  ): Promise<{ rows: (T & { id: string })[]; nextCursor: string | null }> {
    const isDescending = sort.startsWith('-');
    const by = isDescending ? sort.slice(1) : sort;
    if (!Object.hasOwn(ORDERS, by))
      throw new DomainError('invalid_request', { fields: { sort: 'This list cannot be sorted so' } });
    const { column, position, valueAt } = ORDERS[by as keyof typeof ORDERS];
    const conditions = conditionsOf(filter, people);
    if (cursor !== undefined) {
      const [, id, value] = POSITION.exec(decodeTextCursor(sort, cursor)) ?? [];
      if (id === undefined || Math.abs(Number(value)) > 2 ** 31) throw new DomainError('cursor_invalid');
      conditions.add(
        `(${column}, moved.id) ${isDescending ? '<' : '>'} (${valueAt(conditions.value(value))}, ${conditions.value(id)})`,
      );
    }
    const direction = isDescending ? 'DESC' : 'ASC';
    // The page is found before what its rows belong to is looked up.
    const found = await this.dataSource.query<(T & { id: string; position: string })[]>(
      `SELECT moved.id, ${position} AS position, ${columns} FROM (
         SELECT * FROM ${MOVEMENTS} moved WHERE ${conditions.toString()}
         ORDER BY ${column} ${direction}, moved.id ${direction} LIMIT ${limit + 1}
       ) AS moved ${BELONGINGS} ORDER BY ${column} ${direction}, moved.id ${direction}`,
      conditions.parameters,
    );
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    return { rows, nextCursor: last === undefined ? null : encodeTextCursor(sort, `${last.id} ${last.position}`) };
  }

  /** The number of all movements (beyond {@link COUNTED} by the statistics of Postgres), or of those with these properties up to {@link SEARCH_COUNT_MAX}. */
  private async count(filter: BalanceFilter, people: readonly string[] | null): Promise<number> {
    const { q = '', kind, product, from, before } = filter;
    const isAll = q.trim() === '' && (kind ?? product ?? from ?? before ?? null) === null;
    const conditions = conditionsOf(filter, people);
    const [row] = await this.dataSource.query<[{ count: number }]>(
      isAll
        ? `SELECT CASE WHEN counted < ${COUNTED} THEN counted ELSE GREATEST(counted, (SELECT reltuples::int FROM pg_class WHERE oid = 'balance_transactions_newest'::regclass)) END AS count
           FROM (SELECT count(*)::int AS counted FROM (SELECT 1 FROM ${MOVEMENTS} moved WHERE ${conditions.toString()} LIMIT ${COUNTED}) AS limited) AS every_movement`
        : `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${MOVEMENTS} moved WHERE ${conditions.toString()} LIMIT ${SEARCH_COUNT_MAX}) AS limited`,
      conditions.parameters,
    );
    return row.count;
  }
}

const conditionsOf = (filter: BalanceFilter, people: readonly string[] | null): Conditions => {
  const { q = '', kind, product, from, before } = filter;
  const conditions = new Conditions();
  const [, prefix] = ID.exec(q.trim()) ?? [];
  if (kind !== undefined) conditions.add(`moved.kind = ${conditions.value(kind)}`);
  // A movement that is named is found, of any kind.
  else if (prefix === undefined) conditions.add(`moved.kind <> 'payout'`);
  if (product !== undefined) conditions.add(`moved.product = ${conditions.value(product)}`);
  if (from !== null) conditions.add(`moved.created_at >= ${conditions.value(from)}`);
  if (before !== null) conditions.add(`moved.created_at < ${conditions.value(before)}`);
  if (prefix !== undefined) conditions.add((BY_ID[prefix] ?? bySource)(conditions.value(q.trim())));
  else if (people !== null) conditions.add(`moved.customer_id = ANY(${conditions.value(people)})`);
  else {
    const pattern = namePattern(q);
    if (pattern !== null)
      conditions.add(
        `EXISTS (SELECT 1 FROM customers WHERE customers.id = moved.customer_id AND customers.searched LIKE ${conditions.value(pattern)})`,
      );
  }
  return conditions;
};

const presented = ({ name, email, createdAt, availableOn, ...row }: Row): ListedPayment => ({
  ...row,
  person: email === null ? null : { name, email },
  createdAt: createdAt.toISOString(),
  availableOn: availableOn.toISOString(),
});
