import type { Conversation } from '@lectern/contracts/messaging/conversation';
import { Link } from 'react-router-dom';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import editor from '../../../components/console/editor.module.css';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Cluster, Stack } from '../../../components/ui/layout.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { close, reopen } from '../api/inbox.ts';
import { Assignee } from './assignee.tsx';
import { Messages } from './messages.tsx';
import { Reply } from './reply.tsx';
import { Sender } from './sender.tsx';

/** A conversation with its messages, its person, and what staff may do with it. */
export const ConversationView = ({ conversation }: { conversation: Conversation }) => {
  const isOpen = conversation.status === 'open';
  const { start, isPending, error } = useAdminWrite({
    run: isOpen ? close : reopen,
    onSuccess: ({ status }) => {
      toast(
        status === 'open'
          ? { title: 'Conversation reopened' }
          : { title: 'Conversation closed', description: 'It opens again when they write.' },
      );
    },
    onError: (error) => {
      toast({ title: 'Nothing has changed', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  return (
    <Stack gap={5}>
      <div className={editor['bar']}>
        <Cluster className={editor['state']}>
          <Link to={adminSectionPath('inbox')}>All conversations</Link>
          <Badge tone={isOpen ? 'ok' : 'plain'}>{isOpen ? 'Open' : 'Closed'}</Badge>
          {conversation.isPriority && <Badge tone="wait">Priority</Badge>}
        </Cluster>
        <Button
          size="small"
          onClick={() => start(conversation)}
          busy={isPending}
          busyLabel={isOpen ? 'Closing...' : 'Reopening...'}
        >
          {isOpen ? 'Close conversation' : 'Reopen conversation'}
        </Button>
      </div>
      <ActionFailure error={error} />
      <Sender conversation={conversation} aside={<Assignee conversation={conversation} />} />
      <Messages conversation={conversation} />
      <Reply key={conversation.id} conversation={conversation} />
    </Stack>
  );
};
