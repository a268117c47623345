import { SecurityPage } from '../../../../features/administrators/components/security-page.tsx';

export default function Security() {
  return <SecurityPage />;
}
