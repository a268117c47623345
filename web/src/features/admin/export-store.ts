import type { ReceivedFile } from '../../lib/api-client.ts';
import type { ListView } from './list-view.ts';

export type ExportKind = 'debate-club' | 'tournaments' | 'bootcamp' | 'newsletter';

export type Download = (
  kind: ExportKind,
  view: ListView,
  signal: AbortSignal,
  onReceived: (bytes: number) => void,
) => Promise<ReceivedFile>;

interface RunningExport {
  /** How much of it has come. */
  readonly bytes: number;
  readonly stop: () => void;
}

/** How an export ended: with a file of that name, or stopped; `running` when one of its kind had begun before. */
export type ExportEnd = { readonly saved: string } | 'stopped' | 'running';

/**
 * The exports that are running, at most one of each kind. They belong to no component: a tab that is left and opened again
 * shows the one that it began, and can stop it.
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
    /** Downloads a list and hands the whole file over; a part of one never. Fails with what the download failed with. */
    start: async (kind: ExportKind, view: ListView): Promise<ExportEnd> => {
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
