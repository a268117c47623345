import type { Journal } from './journal.ts';

interface Identified {
  id: string;
}

/** A table: its objects by id, and in order of first insertion. */
interface Rows {
  byId: Map<string, Identified>;
  /** Undefined after something was removed, until it is asked for. */
  inOrder: Identified[] | undefined;
  places: Map<string, number>;
}

type Operation = ['put', string, Identified] | ['delete', string, string];

/** Which fields of a table are looked up by value, beside `id`. */
export type Indexes<Tables> = { [Name in keyof Tables]: readonly (keyof Tables[Name] & string)[] };

/**
 * Tables of immutable objects in memory, every change kept in a journal. Objects are replaced, never altered in place:
 * a reference to one is a snapshot. Order within a table is the order of first insertion.
 */
export class ObjectStore<Tables extends { [Name in keyof Tables]: Identified }> {
  readonly #rows = new Map<string, Rows>();
  readonly #index = new Map<string, Map<unknown, Set<string>>>();
  readonly #indexes: Indexes<Tables>;
  readonly #journal: Journal;
  readonly #listeners: ((table: string, before: Identified | undefined, after: Identified | undefined) => void)[] = [];
  #undo: (() => void)[] | undefined;
  #pending = new Map<string, Operation>();
  #afterCommit: (() => void)[] = [];

  constructor(journal: Journal, indexes: Indexes<Tables>) {
    this.#journal = journal;
    this.#indexes = indexes;
    for (const [table, fields] of Object.entries<readonly string[]>(indexes)) {
      this.#rows.set(table, { byId: new Map(), inOrder: [], places: new Map() });
      for (const field of fields) this.#index.set(`${table}.${field}`, new Map());
    }
  }

  /** Reads what earlier runs kept and writes it back compactly. */
  load(): void {
    this.#journal.replay((record) => {
      for (const operation of record as Operation[]) {
        if (!this.#rows.has(operation[1])) continue;
        if (operation[0] === 'put') this.#set(operation[1], operation[2]);
        else this.#remove(operation[1], operation[2]);
      }
    });
    this.#journal.compact(this.#snapshot());
  }

  get<Name extends keyof Tables & string>(table: Name, id: string): Tables[Name] | undefined {
    return this.#table(table).byId.get(id) as Tables[Name] | undefined;
  }

  /** Every object of a table, oldest first. A view of what is there at the time; copy it before changing the table. */
  all<Name extends keyof Tables & string>(table: Name): readonly Tables[Name][] {
    const rows = this.#table(table);
    if (rows.inOrder === undefined) {
      rows.inOrder = [...rows.byId.values()];
      rows.places = new Map(rows.inOrder.map(({ id }, place) => [id, place]));
    }
    return rows.inOrder as unknown as Tables[Name][];
  }

  /** Objects whose indexed `field` has `value`, oldest first. */
  where<Name extends keyof Tables & string>(
    table: Name,
    field: keyof Tables[Name] & string,
    value: unknown,
  ): Tables[Name][] {
    const index = this.#index.get(`${table}.${field}`);
    if (index === undefined) throw new Error(`${table}.${field} has no index`);
    const { byId } = this.#table(table);
    return [...(index.get(value) ?? [])].flatMap((id) => (byId.get(id) as Tables[Name] | undefined) ?? []);
  }

  put<Name extends keyof Tables & string>(table: Name, object: Tables[Name]): Tables[Name] {
    return this.transaction(() => {
      const before = this.#set(table, object);
      this.#undo?.push(() => (before === undefined ? this.#remove(table, object.id) : this.#set(table, before)));
      this.#pending.set(`${table}/${object.id}`, ['put', table, object]);
      return object;
    });
  }

  delete<Name extends keyof Tables & string>(table: Name, id: string): void {
    this.transaction(() => {
      const before = this.#remove(table, id);
      if (before === undefined) return;
      this.#undo?.push(() => this.#set(table, before));
      this.#pending.set(`${table}/${id}`, ['delete', table, id]);
    });
  }

  /**
   * Runs `work` so that all of its changes are kept in one line of the journal, or none is made when it throws. An inner
   * transaction joins the outer one. `work` is synchronous, so no reader sees it half done.
   */
  transaction<R>(work: () => R): R {
    if (this.#undo !== undefined) return work();
    this.#undo = [];
    try {
      const result = work();
      if (this.#pending.size > 0) this.#journal.append([...this.#pending.values()]);
      this.#finish();
      return result;
    } catch (error) {
      for (const undo of this.#undo.reverse()) undo();
      this.#afterCommit = [];
      this.#finish();
      throw error;
    }
  }

  /** Calls `work` once the running transaction is kept; not at all when it is undone. */
  afterCommit(work: () => void): void {
    if (this.#undo === undefined) work();
    else this.#afterCommit.push(work);
  }

  /** Calls `listener` for every change, undone ones included, with the object before and after. */
  watch(listener: (table: string, before: Identified | undefined, after: Identified | undefined) => void): void {
    this.#listeners.push(listener);
  }

  /** Shrinks the journal when it holds far more history than objects. */
  compactIfGrown(): void {
    if (this.#journal.growth > Math.max(32 * 1024 * 1024, 4 * this.#journal.compactedBytes))
      this.#journal.compact(this.#snapshot());
  }

  close(): void {
    this.#journal.close();
  }

  #finish(): void {
    const work = this.#afterCommit;
    this.#undo = undefined;
    this.#pending = new Map();
    this.#afterCommit = [];
    for (const each of work) each();
  }

  *#snapshot(): Iterable<Operation[]> {
    for (const [table, { byId }] of this.#rows) {
      for (const object of byId.values()) yield [['put', table, object]];
    }
  }

  #table(table: string): Rows {
    const rows = this.#rows.get(table);
    if (rows === undefined) throw new Error(`no table ${table}`);
    return rows;
  }

  #set(table: string, object: Identified): Identified | undefined {
    const rows = this.#table(table);
    const before = rows.byId.get(object.id);
    rows.byId.set(object.id, object);
    if (rows.inOrder !== undefined) {
      const place = rows.places.get(object.id) ?? rows.inOrder.length;
      rows.inOrder[place] = object;
      rows.places.set(object.id, place);
    }
    this.#reindex(table, before, object);
    return before;
  }

  #remove(table: string, id: string): Identified | undefined {
    const rows = this.#rows.get(table);
    const before = rows?.byId.get(id);
    if (rows === undefined || before === undefined) return undefined;
    rows.byId.delete(id);
    // The newest goes when a transaction is undone; anything else seldom does.
    if (rows.inOrder?.at(-1)?.id === id) rows.inOrder.pop();
    else rows.inOrder = undefined;
    rows.places.delete(id);
    this.#reindex(table, before, undefined);
    return before;
  }

  #reindex(table: string, before: Identified | undefined, after: Identified | undefined): void {
    const id = after?.id ?? before?.id ?? '';
    for (const field of this.#indexes[table as keyof Tables]) {
      const index = this.#index.get(`${table}.${field}`);
      const old = before === undefined ? undefined : (before as unknown as Record<string, unknown>)[field];
      const value = after === undefined ? undefined : (after as unknown as Record<string, unknown>)[field];
      if (before !== undefined && after !== undefined && old === value) continue;
      if (before !== undefined) index?.get(old)?.delete(id);
      if (after === undefined) continue;
      const ids = index?.get(value) ?? new Set();
      index?.set(value, ids.add(id));
    }
    for (const listener of this.#listeners) listener(table, before, after);
  }
}
