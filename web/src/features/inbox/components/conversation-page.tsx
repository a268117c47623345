import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { hasStatus } from '../../../lib/api-error.ts';
import { conversationQuery } from '../api/inbox.ts';
import { ConversationView } from './conversation-view.tsx';

/** One conversation. */
export const ConversationPage = ({ id }: { id: string }) => {
  const { data, error, refetch, isFetching } = useQuery(conversationQuery(id));
  // One that is gone is not shown from the cache. The server refuses a malformed id with 400.
  const isGone = error !== null && (hasStatus(error, 404) || hasStatus(error, 400));
  if (data !== undefined && !isGone) return <ConversationView conversation={data} />;
  if (error === null) return <Skeleton lines={8} label="Loading the conversation" />;
  if (isGone)
    return (
      <EmptyState
        title="There is no such conversation"
        actions={<LinkButton to={adminSectionPath('inbox')}>All conversations</LinkButton>}
      >
        It disappears where its person deletes their account.
      </EmptyState>
    );
  return (
    <ErrorState title="The conversation could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
      {error.message}
    </ErrorState>
  );
};
