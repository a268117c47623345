/** A terminal's Ctrl-C reaches us twice under npm: from the terminal, and passed on by npm. */
const SAME_PRESS_MILLISECONDS = 500;

const PARENT_CHECK_MILLISECONDS = 500;

/**
 * The first Ctrl-C (or SIGTERM, or the terminal's closing) aborts `signal`; a second one, pressed while that is in
 * progress, aborts `forceSignal` and ends this process immediately. The end of a parent with an IPC channel aborts `signal` too;
 * so does the end of npm, whose shell does not forward a SIGTERM.
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
    // No event reports a parent's end.
    setInterval(() => process.ppid !== parent && stop.abort(), PARENT_CHECK_MILLISECONDS).unref();
  }
  // A closed terminal takes no more lines; there is still work to do.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return { signal: stop.signal, forceSignal: force.signal };
};
