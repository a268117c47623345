import type { ConversationSummary } from '@lectern/contracts/messaging/conversation';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { close, conversationList, reopen } from '../api/inbox.ts';
import { changedInWords, changeMany } from '../change-many.ts';

/** Closes the selected conversations, or reopens closed ones. */
export const ChangeSelected = ({ selected }: { selected: readonly ConversationSummary[] }) => {
  const [{ done, all }, setProgress] = useState({ done: 0, all: 0 });
  const isOpen = selected[0]?.status === 'open';
  const word = isOpen ? 'closed' : 'reopened';
  const client = useQueryClient();
  const { start, isPending } = useAdminWrite({
    run: (rows: readonly ConversationSummary[]) => {
      setProgress({ done: 0, all: rows.length });
      return changeMany(rows, isOpen ? close : reopen, (done) => setProgress({ done, all: rows.length }));
    },
    onSuccess: (outcome, rows) => {
      // Another view would first show these rows as they were: changing them there is refused.
      client.removeQueries({ queryKey: ['admin', conversationList.key], type: 'inactive' });
      const { stoppedBy } = outcome;
      const description = changedInWords(outcome, rows.length, word);
      toast(
        stoppedBy === null
          ? { title: `Conversations ${word}`, description }
          : {
              title: `Some were not ${word}`,
              description: `${description} ${messageOr(stoppedBy, 'Please try again.')}`,
              variant: 'destructive',
            },
      );
    },
    onError: () => undefined,
  });
  return (
    <Button
      size="small"
      onClick={() => start(selected)}
      busy={isPending}
      busyLabel={`${isOpen ? 'Closing' : 'Reopening'} ${Math.min(done + 1, all)} of ${all}...`}
    >
      {isOpen ? 'Close' : 'Reopen'} {selected.length} selected
    </Button>
  );
};
