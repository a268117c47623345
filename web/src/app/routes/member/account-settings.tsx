import { LinkButton } from '../../../components/ui/link-button.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { pathTo } from '../../../config/paths.ts';
import { SettingsTabs } from '../../../features/settings/components/settings-tabs.tsx';

export default function AccountSettings() {
  return (
    <div className="page">
      <PageMeta title="Account Settings" description="Your profile, your password and your data." isPrivate />
      <PageHeader
        title="Account Settings"
        actions={<LinkButton to={pathTo('dashboard')}>Back to Dashboard</LinkButton>}
      />
      <SettingsTabs />
    </div>
  );
}
