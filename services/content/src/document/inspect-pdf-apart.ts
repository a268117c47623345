import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Inspection } from './inspect-pdf.ts';

/** A PDF of ten megabytes takes a second or two. */
const LIMITS = { seconds: 10, megabytes: 256 };

export const TOO_COMPLEX =
  'This PDF has too many parts to be checked. Print it to a new PDF, which leaves out what nobody sees, and choose that file.';

/** Bundled, the program lies beside this one. */
const program = (): { path: string; loader: string[] } =>
  import.meta.url.endsWith('.ts')
    ? { path: fileURLToPath(new URL('../pdf-inspector.ts', import.meta.url)), loader: ['--import', 'tsx'] }
    : { path: fileURLToPath(new URL('pdf-inspector.js', import.meta.url)), loader: [] };

/**
 * As `inspectPdf`, in a process of its own with limits of time and memory: a small file can have so many objects that reading them takes
 * minutes. That process has none of the secrets of this one, which answers other requests meanwhile.
 */
export const inspectPdfApart = async (file: Buffer, { seconds, megabytes } = LIMITS): Promise<Inspection> => {
  const { path, loader } = program();
  const inspector = fork(path, {
    execArgv: [...loader, `--max-old-space-size=${megabytes}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: seconds * 1_000,
    killSignal: 'SIGKILL',
  });
  let inspection: Inspection | undefined;
  inspector.once('message', (message) => (inspection = message as Inspection));
  inspector.send(file);
  const [code, signal] = (await once(inspector, 'close')) as [number | null, NodeJS.Signals | null];
  if (inspection !== undefined) return inspection;
  // Ended by the limit of time, and by V8 at the limit of memory.
  if (signal === 'SIGKILL' || signal === 'SIGABRT' || signal === 'SIGTRAP') return { refusal: TOO_COMPLEX };
  throw new Error(`The inspection of a PDF ended without a result (${signal ?? code})`);
};
