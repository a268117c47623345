import { describe, expect, it, vi } from 'vitest';
import { createTokenStore } from './token-store.ts';

const memory = () => {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
};

describe('token store', () => {
  it('stores the token under its key and notifies its listeners', () => {
    const storage = memory();
    const store = createTokenStore('userToken', storage);
    const listener = vi.fn();
    store.subscribe(listener);
    store.start('abc');
    expect(storage.values.get('userToken')).toBe('abc');
    expect(store.token()).toBe('abc');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('remembers why a session ended, until the next one starts', () => {
    const store = createTokenStore('userToken', memory());
    expect(store.endedBy()).toBeNull();
    store.start('abc');
    store.end('expired');
    expect(store.token()).toBeNull();
    expect(store.endedBy()).toBe('expired');
    store.start('def');
    expect(store.endedBy()).toBeNull();
  });

  it('ends a session once: the first reason stays', () => {
    const store = createTokenStore('userToken', memory());
    store.start('abc');
    store.end('logged-out');
    store.end('expired');
    expect(store.endedBy()).toBe('logged-out');
  });

  it('does not notify a listener that has unsubscribed', () => {
    const store = createTokenStore('userToken', memory());
    const listener = vi.fn();
    store.subscribe(listener)();
    store.start('abc');
    expect(listener).not.toHaveBeenCalled();
  });
});
