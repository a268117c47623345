import { describe, expect, it } from 'vitest';
import { Journal } from './journal.ts';
import { ObjectStore } from './object-store.ts';

interface Tables {
  pens: { id: string; color: string };
}

const newStore = (): ObjectStore<Tables> => new ObjectStore<Tables>(new Journal(undefined), { pens: ['color'] });

describe('the object store', () => {
  it('finds by index what has the value now', () => {
    const store = newStore();
    store.put('pens', { id: 'a', color: 'red' });
    store.put('pens', { id: 'b', color: 'red' });
    store.put('pens', { id: 'a', color: 'blue' });
    store.delete('pens', 'b');
    expect(store.where('pens', 'color', 'red')).toEqual([]);
    expect(store.where('pens', 'color', 'blue')).toEqual([{ id: 'a', color: 'blue' }]);
  });

  it('undoes everything that a failed transaction did, and what waited for its end never runs', () => {
    const store = newStore();
    store.put('pens', { id: 'a', color: 'red' });
    let ran = false;
    const fail = (): void =>
      store.transaction(() => {
        store.put('pens', { id: 'a', color: 'blue' });
        store.put('pens', { id: 'b', color: 'blue' });
        store.delete('pens', 'a');
        store.afterCommit(() => {
          ran = true;
        });
        throw new Error('no');
      });
    expect(fail).toThrow('no');
    expect(store.all('pens')).toEqual([{ id: 'a', color: 'red' }]);
    expect(store.where('pens', 'color', 'blue')).toEqual([]);
    expect(ran).toBe(false);
    store.put('pens', { id: 'c', color: 'green' });
    expect(store.get('pens', 'c')).toBeDefined();
  });

  it('joins an inner transaction to the outer one', () => {
    const store = newStore();
    expect(() =>
      store.transaction(() => {
        store.transaction(() => store.put('pens', { id: 'a', color: 'red' }));
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(store.all('pens')).toEqual([]);
  });
});
