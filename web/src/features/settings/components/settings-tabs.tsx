import { useSearchParams } from 'react-router-dom';
import { Stack } from '../../../components/ui/layout.tsx';
import { Tabs } from '../../../components/ui/tabs.tsx';
import { MemberSessions } from './member-sessions.tsx';
import { LogOutEverywhere } from './log-out-everywhere.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import styles from './settings.module.css';
import { YourData } from './your-data.tsx';

const Security = () => (
  <Stack gap="cards">
    <PasswordForm />
    <MemberSessions />
    <LogOutEverywhere />
    <YourData />
  </Stack>
);

/** The two tabs; the address says which is open. */
export const SettingsTabs = () => {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'security' ? 'security' : 'profile';
  return (
    <div className={styles['page']}>
      <Tabs
        label="Account settings"
        value={tab}
        onChange={(value) => setParams(value === 'security' ? { tab: value } : {}, { replace: true })}
        tabs={[
          { value: 'profile', label: 'Profile', panel: <ProfileForm /> },
          { value: 'security', label: 'Security', panel: <Security /> },
        ]}
      />
    </div>
  );
};
