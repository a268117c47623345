import { StatementPage } from '../../../../features/payments/components/statement-page.tsx';

export default function Statement() {
  return <StatementPage />;
}
