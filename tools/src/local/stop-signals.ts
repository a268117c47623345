/** A terminal's Ctrl-C reaches us twice under npm: from the terminal, and passed on by npm. */
const SAME_PRESS_MILLISECONDS = 500;

const PARENT_CHECK_MILLISECONDS = 500;

/**
 * The first Ctrl-C (or SIGTERM, or the terminal's closing) aborts `signal`; a second one, pressed while that is under
 * way, aborts `forceSignal` and ends this process at once. Who started it with an IPC channel ends it by going away, too;
 * so does npm, whose shell does not pass a SIGTERM on.
 */
export const handleStopSignals = (): { signal: AbortSignal; forceSignal: AbortSignal } => {
  const stop = new AbortController();
  const force = new AbortController();
  let stoppedAt = 0;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!stop.signal.aborted) {
        stoppedAt = Date.now();
        stop.abort();
      } else if (Date.now() - stoppedAt > SAME_PRESS_MILLISECONDS) {
        force.abort();
        process.exit(130);
      }
    });
  }
  process.once('disconnect', () => stop.abort());
  process.channel?.unref();
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const parent = process.ppid;
    // No event tells of a parent's end.
    setInterval(() => process.ppid !== parent && stop.abort(), PARENT_CHECK_MILLISECONDS).unref();
  }
  // A closed terminal takes no more lines; there is still work to do.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return { signal: stop.signal, forceSignal: force.signal };
};
