/** Waits for the signal. */
export const untilAborted = (signal: AbortSignal): Promise<void> => {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
};

/** `work`, or the signal's reason immediately; the owner of the work stops it. */
export const orAborted = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  work.catch(() => undefined);
  const aborted = untilAborted(signal).then((): never => {
    throw signal.reason;
  });
  aborted.catch(() => undefined);
  return Promise.race([work, aborted]);
};
