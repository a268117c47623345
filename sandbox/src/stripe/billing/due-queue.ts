interface Entry {
  key: string;
  at: number;
  /** Counts up, so that of two things due at the same time the earlier planned one comes first. */
  order: number;
}

/** Planned entries, ordered by time: finds the next one without a scan. */
export class DueQueue {
  /** A binary heap. Entries that were replaced or taken off stay in it until they surface. */
  #heap: Entry[] = [];
  readonly #planned = new Map<string, Entry>();
  #count = 0;

  /** Plans the thing for this time instead of any other; off the plan when undefined. */
  plan(key: string, at: number | undefined): void {
    const before = this.#planned.get(key);
    if (before?.at === at) return;
    if (at === undefined) {
      this.#planned.delete(key);
      return;
    }
    const entry = { key, at, order: this.#count++ };
    this.#planned.set(key, entry);
    this.#heap.push(entry);
    this.#rise(this.#heap.length - 1);
  }

  /** The first thing that is due by `until`; it stays planned. */
  first(until: number): { key: string; at: number } | undefined {
    for (let top = this.#heap[0]; top !== undefined; top = this.#heap[0]) {
      if (this.#planned.get(top.key) === top) return top.at <= until ? top : undefined;
      this.#removeTop();
    }
    return undefined;
  }

  #removeTop(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#sink(0);
  }

  #rise(from: number): void {
    for (let index = from; index > 0;) {
      const parent = (index - 1) >> 1;
      if (!this.#isBefore(index, parent)) return;
      this.#swap(index, parent);
      index = parent;
    }
  }

  #sink(from: number): void {
    for (let index = from; ;) {
      let first = index;
      for (const child of [2 * index + 1, 2 * index + 2])
        if (child < this.#heap.length && this.#isBefore(child, first)) first = child;
      if (first === index) return;
      this.#swap(index, first);
      index = first;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return false;
    return a.at === b.at ? a.order < b.order : a.at < b.at;
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return;
    this.#heap[one] = b;
    this.#heap[other] = a;
  }
}
