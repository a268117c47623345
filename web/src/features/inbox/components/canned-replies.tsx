import type { CannedReply } from '@lectern/contracts/messaging/canned-reply';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ConfirmDialog } from '../../../components/console/confirm-dialog.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { cx } from '../../../lib/cx.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { cannedRepliesQuery, removeCannedReply } from '../api/canned-replies.ts';
import { CannedReplyForm } from './canned-reply-form.tsx';
import styles from './inbox.module.css';

/** The texts that staff insert into replies. */
export const CannedReplies = () => {
  const conversation = useSearchParams()[0].get('conversation');
  const { data, error, refetch, isFetching } = useQuery(cannedRepliesQuery);
  const [edited, setEdited] = useState<CannedReply | 'new' | null>(null);
  const [leaving, setLeaving] = useState<CannedReply | null>(null);
  const removal = useAdminWrite({
    run: removeCannedReply,
    onSuccess: ({ message }) => {
      toast({ title: message });
      setLeaving(null);
    },
    onError: (error) => {
      toast({ title: 'Not deleted', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  const add = (
    <Button variant="primary" onClick={() => setEdited('new')}>
      Add a canned reply
    </Button>
  );
  return (
    <Stack gap={5}>
      {conversation !== null && (
        <p>
          <Link to={adminSectionPath('inbox', { id: conversation })}>Back to the conversation</Link>
        </p>
      )}
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={6} label="Loading canned replies" />
        ) : (
          <ErrorState
            title="The canned replies could not be loaded"
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {error.message}
          </ErrorState>
        )
      ) : data.items.length === 0 ? (
        <EmptyState title="No canned replies yet" actions={add}>
          Write what you answer often once, and insert it into replies in the inbox.
        </EmptyState>
      ) : (
        <>
          <Actions>{add}</Actions>
          <ul className={styles['messages']} aria-label="Canned replies">
            {data.items.map((one) => (
              <li key={one.id} className={cx(styles['message'], styles['canned'])}>
                <h2 className={styles['name']}>{one.name}</h2>
                <p className={styles['text']}>{one.reply}</p>
                <Actions>
                  <Button size="small" onClick={() => setEdited(one)}>
                    Edit<span className="visually-hidden"> {one.name}</span>
                  </Button>
                  <Button size="small" onClick={() => setLeaving(one)}>
                    Delete<span className="visually-hidden"> {one.name}</span>
                  </Button>
                </Actions>
              </li>
            ))}
          </ul>
        </>
      )}
      {edited !== null && (
        <CannedReplyForm cannedReply={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      <ConfirmDialog
        open={leaving !== null}
        title="Delete this canned reply?"
        action="Delete"
        busyAction="Deleting..."
        back="Keep it"
        busy={removal.isPending}
        error={removal.error}
        onConfirm={() => {
          if (leaving !== null) removal.start(leaving.id);
        }}
        onClose={() => {
          removal.reset();
          setLeaving(null);
        }}
      >
        <p>“{leaving?.name}” can no longer be inserted. Replies that were sent with it stay as they are.</p>
      </ConfirmDialog>
    </Stack>
  );
};
