import { InboxPage } from '../../../../features/inbox/components/inbox-page.tsx';

export default function Inbox() {
  return <InboxPage />;
}
