/**
 * The first Ctrl-C (or SIGTERM, or the terminal's closing) aborts `signal`, the second one `forceSignal`, after which
 * this process ends at once. Who started it with an IPC channel ends it by going away, too.
 */
export function handleStopSignals(): { signal: AbortSignal; forceSignal: AbortSignal } {
  const stop = new AbortController();
  const force = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!stop.signal.aborted) {
        stop.abort();
        return;
      }
      force.abort();
      process.exit(130);
    });
  }
  process.once('disconnect', () => stop.abort());
  process.channel?.unref();
  // A closed terminal takes no more lines; there is still work to do.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return { signal: stop.signal, forceSignal: force.signal };
}
