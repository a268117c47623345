import { safeLocalStorage } from './token-store.ts';

const KEY = 'processingCheckout';
const storage = safeLocalStorage();

/** The checkout of this browser whose bank payment is processing. Banks take days, so it is kept longer than the tab. */
export const processingCheckout = (): string | null => storage.getItem(KEY);

export const rememberProcessingCheckout = (sessionId: string): void => storage.setItem(KEY, sessionId);
