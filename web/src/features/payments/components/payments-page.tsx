import { useSearchParams } from 'react-router-dom';
import { PaymentList } from './payment-list.tsx';
import { PaymentView } from './payment-view.tsx';

/** The list, or the movement that the URL names. */
export const PaymentsPage = () => {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  return id === '' ? <PaymentList /> : <PaymentView key={id} id={id} />;
};
