import { ReconciliationPage } from '../../../../features/reconciliation/components/reconciliation-page.tsx';

export default function Reconciliation() {
  return <ReconciliationPage />;
}
