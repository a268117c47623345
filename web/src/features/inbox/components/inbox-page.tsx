import { useSearchParams } from 'react-router-dom';
import { ConversationList } from './conversation-list.tsx';
import { ConversationPage } from './conversation-page.tsx';

/** The conversations, or the one that the URL names. */
export const InboxPage = () => {
  const [params] = useSearchParams();
  const id = params.get('id');
  return id === null ? <ConversationList /> : <ConversationPage key={id} id={id} />;
};
