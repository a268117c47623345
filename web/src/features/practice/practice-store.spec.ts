import { describe, expect, it } from 'vitest';
import { createPracticeStore, EMPTY, readPractice, writePractice, type Practice } from './practice-store.ts';
import { leftIn, startOver, struckIn, toggle } from './striking.ts';
import { fresh, start } from './timer.ts';

const GROUPS = [1, 2, 3];
const practiced: Practice = {
  struck: { 1: [0, 2], 3: [1] },
  timer: start(fresh('speech'), 1_000_000),
  group: 1,
  hasSound: true,
};

const memory = () => {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
};

describe('striking topics', () => {
  it('removes two of three; the last one is the topic and stays', () => {
    const one = toggle({}, 4, 2);
    expect([struckIn(one, 4), leftIn(one, 4)]).toEqual([[2], null]);
    const two = toggle(one, 4, 0);
    expect([struckIn(two, 4), leftIn(two, 4)]).toEqual([[2, 0], 1]);
    expect(toggle(two, 4, 1)).toBe(two);
  });

  it('can be undone, and a group starts over without touching another', () => {
    const struck = toggle(toggle(toggle({}, 1, 0), 1, 1), 2, 1);
    expect(struckIn(toggle(struck, 1, 0), 1)).toEqual([1]);
    const again = startOver(struck, 1);
    expect([struckIn(again, 1), leftIn(again, 1), struckIn(again, 2)]).toEqual([[], null, [1]]);
  });
});

describe('the stored practice', () => {
  it('is read as it was written', () => {
    expect(readPractice(writePractice(practiced), GROUPS)).toEqual(practiced);
  });

  it.each([
    ['nothing', null],
    ['an empty text', ''],
    ['no JSON', '{"version":1,'],
    ['another kind of value', '[1,2]'],
    ['another version', JSON.stringify({ ...practiced, version: 2 })],
    ['no version', JSON.stringify(practiced)],
    [
      'a timer of another kind',
      JSON.stringify({ version: 1, ...practiced, timer: { mode: 'nap', endsAt: null, left: 1 } }),
    ],
  ])('is empty where the storage has %s', (_what, text) => {
    expect(readPractice(text, GROUPS)).toEqual(EMPTY);
  });

  it('leaves out impossible values: unknown groups and topics, three strikes, more time than the mode has', () => {
    const text = writePractice({
      ...practiced,
      struck: { 1: [0, 0, 7, 1, 2], 9: [0] },
      group: 9,
      timer: { mode: 'prep', endsAt: null, left: 9_999_999 },
    });
    expect(readPractice(text, GROUPS)).toEqual({
      ...practiced,
      struck: { 1: [0, 1] },
      group: null,
      timer: fresh('prep'),
    });
  });

  it('is each member’s own', () => {
    const storage = memory();
    const ada = createPracticeStore('ada', GROUPS, storage);
    ada.change((before) => ({ ...before, struck: toggle(before.struck, 1, 0) }));
    expect(createPracticeStore('bea', GROUPS, storage).current()).toEqual(EMPTY);
    expect(createPracticeStore('ada', GROUPS, storage).current().struck).toEqual({ 1: [0] });
  });

  it('notifies its listeners, and only of changes', () => {
    const store = createPracticeStore('ada', GROUPS, memory());
    let notified = 0;
    const stop = store.subscribe(() => (notified += 1));
    store.change((before) => before);
    store.change((before) => ({ ...before, hasSound: true }));
    stop();
    store.change((before) => ({ ...before, hasSound: false }));
    expect(notified).toBe(1);
  });

  it('goes on when the storage is full', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    };
    const store = createPracticeStore('ada', GROUPS, full);
    store.change((before) => ({ ...before, hasSound: true }));
    expect(store.current().hasSound).toBe(true);
  });
});
