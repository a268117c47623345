import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { EndSession } from '../../../features/auth/components/end-session.tsx';

export default function EndSessionRoute() {
  return (
    <div className="page">
      <PageMeta title="End a session" description="Log out a stranger who logged in to your account." isPrivate />
      <EndSession />
    </div>
  );
}
