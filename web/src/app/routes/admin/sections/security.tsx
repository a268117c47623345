import { SecurityPage } from '../../../../features/admin/components/security/security-page.tsx';

export default function Security() {
  return <SecurityPage />;
}
