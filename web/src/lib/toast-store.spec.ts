import { describe, expect, it, vi } from 'vitest';
import { createToastStore } from './toast-store.ts';

describe('toasts', () => {
  it('shows one at a time: the newest', () => {
    const store = createToastStore();
    store.show({ title: 'First' });
    store.show({ title: 'Second' });
    expect(store.current()).toMatchObject({ title: 'Second' });
  });

  it('does not let the timer of an old toast remove the new one', () => {
    const store = createToastStore();
    store.show({ title: 'First' });
    const first = store.current()!.id;
    store.show({ title: 'Second' });
    store.dismiss(first);
    expect(store.current()).toMatchObject({ title: 'Second' });
    store.dismiss(store.current()!.id);
    expect(store.current()).toBeNull();
  });

  it('notifies its listeners', () => {
    const store = createToastStore();
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.show({ title: 'First' });
    stop();
    store.show({ title: 'Second' });
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
