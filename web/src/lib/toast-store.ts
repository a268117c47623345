import type { ReactNode } from 'react';

export interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** A button below the text. */
  action?: ReactNode;
  /** Milliseconds that it stays; {@link TOAST_DURATION} by default. */
  duration?: number;
}

export interface ShownToast extends ToastMessage {
  id: number;
}

/** Milliseconds that a toast stays (specification, section 9, "Limits"). */
export const TOAST_DURATION = 5_000;

/** Holds the one toast that is visible: a new one takes the place of the old one. */
export const createToastStore = () => {
  const listeners = new Set<() => void>();
  let current: ShownToast | null = null;
  let lastId = 0;
  const set = (next: ShownToast | null) => {
    current = next;
    listeners.forEach((listener) => listener());
  };
  return {
    current: () => current,
    show: (message: ToastMessage) => {
      lastId += 1;
      set({ ...message, id: lastId });
    },
    /** Removes that toast, unless another one has replaced it. */
    dismiss: (id: number) => {
      if (current?.id === id) set(null);
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export const toasts = createToastStore();

/** Shows a toast. Called by the component that knows what the outcome means to the person. */
export const toast = toasts.show;
