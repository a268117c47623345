import type { ReceivedFile } from '../../lib/api-client.ts';
import type { ListView } from './list-view.ts';

export type ExportKind =
  'debate-club' | 'tournaments' | 'bootcamp' | 'workshops' | 'newsletter' | 'people' | 'payments';

/** The rows of an export and, where the file is the table as it stands, the keys of its columns. */
export interface ExportedView extends ListView {
  readonly columns?: readonly string[];
}

export type Download = (
  kind: ExportKind,
  view: ExportedView,
  signal: AbortSignal,
  onReceived: (bytes: number) => void,
) => Promise<ReceivedFile>;

interface RunningExport {
  /** The bytes received so far. */
  readonly bytes: number;
  readonly stop: () => void;
}

/** The result of an export: the name of the saved file, or `stopped`; `running` if an export of its kind already runs. */
export type ExportEnd = { readonly saved: string } | 'stopped' | 'running';

/**
 * The running exports, at most one of each kind. They belong to no component: an administrator who leaves a tab and opens it
 * again sees the running export and can stop it.
 */
export const createExportStore = (download: Download, save: (blob: Blob, fileName: string) => void) => {
  const listeners = new Set<() => void>();
  let running: ReadonlyMap<ExportKind, RunningExport> = new Map();
  const set = (kind: ExportKind, next: RunningExport | null) => {
    const changed = new Map(running);
    if (next === null) changed.delete(kind);
    else changed.set(kind, next);
    running = changed;
    listeners.forEach((listener) => listener());
  };

  return {
    running: () => running,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Downloads a list and saves the complete file, never a part of it. Rejects with the error of the download. */
    start: async (kind: ExportKind, view: ExportedView): Promise<ExportEnd> => {
      if (running.has(kind)) return 'running';
      const controller = new AbortController();
      const stop = () => controller.abort();
      set(kind, { bytes: 0, stop });
      try {
        const { blob, fileName } = await download(kind, view, controller.signal, (bytes) => set(kind, { bytes, stop }));
        if (controller.signal.aborted) return 'stopped';
        save(blob, fileName);
        return { saved: fileName };
      } catch (error) {
        if (controller.signal.aborted) return 'stopped';
        throw error;
      } finally {
        set(kind, null);
      }
    },
  };
};
