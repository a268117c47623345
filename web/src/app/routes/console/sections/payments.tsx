import { PaymentsPage } from '../../../../features/payments/components/payments-page.tsx';

export default function Payments() {
  return <PaymentsPage />;
}
