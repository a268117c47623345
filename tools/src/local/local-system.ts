import { mkdir } from 'node:fs/promises';
import { lockDataFolder } from './data-folder-lock.ts';
import { endLeftovers } from './leftovers.ts';
import { seconds } from './progress-printer.ts';
import { runFilePath } from './run-file.ts';
import { RunJournal } from './run-journal.ts';
import { logFolderOf, SystemProcesses } from './system-processes.ts';
import { type LocalSystemOptions, startSystem } from './system-start.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * Runs the whole system until `signal`: servers, migrations, sandbox, services, gateway. Answers after everything has
 * ended in order. Throws when the start fails, after stopping what had started.
 */
export const runLocalSystem = async (options: LocalSystemOptions): Promise<void> => {
  const { settings, printer, signal } = options;
  const startedAt = Date.now();
  const unlock = await lockDataFolder(settings.dataDir);
  const runFile = runFilePath(settings.dataDir);
  const logFolder = logFolderOf(settings.dataDir);
  const journal = new RunJournal(runFile);
  const processes = new SystemProcesses({
    logFolder,
    isVerbose: settings.isVerbose,
    printer,
    journal,
    pause: options.pause,
    isReloading: options.reloading !== undefined,
  });
  options.forceSignal.addEventListener('abort', () => processes.kill());
  try {
    await endLeftovers(runFile);
    await mkdir(logFolder, { recursive: true, mode: 0o700 });
    const closing = await startSystem(options, processes, journal);
    printer.line('');
    printer.heading(`Lectern is running (${seconds(Date.now() - startedAt)})`);
    for (const line of closing) printer.line(line);
    options.reloading?.onRunning((name) => processes.replace(name));
    await untilAborted(signal);
    printer.line('');
    printer.heading('Stopping');
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    const stoppingAt = Date.now();
    journal.status('stopping');
    await processes.stop();
    await journal.end();
    await unlock();
    printer.line(`Stopped (${seconds(Date.now() - stoppingAt)})`);
  }
};
