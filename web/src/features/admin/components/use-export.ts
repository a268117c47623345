import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { adminSession } from '../../../lib/admin-session.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { listExports } from '../api/export-list.ts';
import type { ExportKind } from '../export-store.ts';
import type { ListView } from '../list-view.ts';

/** The export of a kind of list: the running one, if one runs, and how to start one. */
export const useExport = (kind: ExportKind) => {
  const client = useQueryClient();
  const running = useSyncExternalStore(listExports.subscribe, listExports.running, listExports.running).get(kind);

  const run = async (view: ListView): Promise<void> => {
    // Nothing is written to the disk of who has logged out meanwhile.
    const unsubscribe = adminSession.subscribe(() => {
      if (adminSession.token() === null) listExports.running().get(kind)?.stop();
    });
    try {
      const end = await listExports.start(kind, view);
      if (end === 'running' || adminSession.token() === null) return;
      if (end === 'stopped') toast({ title: 'Export stopped', description: 'Nothing was saved.' });
      else toast({ title: 'Export Complete', description: `Saved as ${end.saved}.` });
      // Each export is recorded as an action.
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
  return { running, start: (view: ListView) => void run(view) };
};
