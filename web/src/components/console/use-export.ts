import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { adminSession } from '../../lib/admin-session.ts';
import { messageOr } from '../../lib/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { listExports } from './export-list.ts';
import type { ExportedView, ExportKind } from './export-store.ts';

/** The running export of a kind of list, if any, and a function that starts one. */
export const useExport = (kind: ExportKind) => {
  const client = useQueryClient();
  const running = useSyncExternalStore(listExports.subscribe, listExports.running, listExports.running).get(kind);

  const run = async (view: ExportedView): Promise<void> => {
    // Logging out stops the export, so that no file is saved after it.
    const unsubscribe = adminSession.subscribe(() => {
      if (adminSession.token() === null) listExports.running().get(kind)?.stop();
    });
    try {
      const end = await listExports.start(kind, view);
      if (end === 'running' || adminSession.token() === null) return;
      if (end === 'stopped') toast({ title: 'Export stopped', description: 'Nothing was saved.' });
      else toast({ title: 'Export Complete', description: `Saved as ${end.saved}.` });
      // The server records each export as an action.
      await client.invalidateQueries({ queryKey: ['admin', 'actions'] });
    } catch (error) {
      toast({
        title: 'Export Failed',
        description: messageOr(error, 'Failed to export data.'),
        variant: 'destructive',
      });
    } finally {
      unsubscribe();
    }
  };
  return { running, start: (view: ExportedView) => void run(view) };
};
