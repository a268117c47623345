import { describe, expect, it, vi } from 'vitest';
import { createExportStore, type Download } from './export-store.ts';

const EVERYBODY = { q: '', filters: {} };
const file = { blob: new Blob(['Name\r\n']), fileName: 'debate-club-2026-03-01.csv' };
const save = () => vi.fn<(blob: Blob, fileName: string) => void>();

/** A download that runs until it is stopped. */
const endless: Download = (_kind, _view, signal, onReceived) =>
  new Promise((_resolve, reject) => {
    onReceived(2_000);
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

describe('an export', () => {
  it('is saved under the file name from the server', async () => {
    const saved = save();
    const download = vi.fn<Download>(async () => file);
    const exports = createExportStore(download, saved);
    expect(await exports.start('debate-club', { q: 'ada', filters: { status: 'active' } })).toEqual({
      saved: file.fileName,
    });
    expect(saved.mock.calls).toEqual([[file.blob, file.fileName]]);
    expect(download.mock.calls[0]?.slice(0, 2)).toEqual(['debate-club', { q: 'ada', filters: { status: 'active' } }]);
    expect(exports.running().size).toBe(0);
  });

  it('reports the received bytes and runs once per kind', async () => {
    const exports = createExportStore(endless, save());
    const received = vi.fn();
    exports.subscribe(received);
    const first = exports.start('debate-club', EVERYBODY);
    expect(exports.running().get('debate-club')?.bytes).toBe(2_000);
    expect(received).toHaveBeenCalledTimes(2);
    expect(await exports.start('debate-club', EVERYBODY)).toBe('running');
    const other = exports.start('newsletter', EVERYBODY);
    expect([...exports.running().keys()]).toEqual(['debate-club', 'newsletter']);
    for (const { stop } of exports.running().values()) stop();
    expect(await Promise.all([first, other])).toEqual(['stopped', 'stopped']);
  });

  it('saves nothing after it is stopped, even if the file has just arrived', async () => {
    const saved = save();
    const exports = createExportStore(async () => file, saved);
    const ending = exports.start('tournaments', EVERYBODY);
    exports.running().get('tournaments')?.stop();
    expect(await ending).toBe('stopped');
    expect(saved).not.toHaveBeenCalled();
    expect(exports.running().size).toBe(0);
  });

  it('saves no partial file after an error, and can be retried', async () => {
    const saved = save();
    const exports = createExportStore(async () => Promise.reject(new Error('broken off')), saved);
    await expect(exports.start('tournaments', EVERYBODY)).rejects.toThrow('broken off');
    await expect(exports.start('tournaments', EVERYBODY)).rejects.toThrow('broken off');
    expect(saved).not.toHaveBeenCalled();
  });
});
