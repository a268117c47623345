import { CannedReplies } from '../../../../features/inbox/components/canned-replies.tsx';

export default function CannedRepliesSection() {
  return <CannedReplies />;
}
