import { useSearchParams } from 'react-router-dom';
import { Notice } from '../ui/states.tsx';

/** For a person who comes back from the payment page; nothing for everybody else. */
export const PaymentNotice = ({ paid }: { paid: string }) => {
  const [params] = useSearchParams();
  return params.get('paid') === '1' ? (
    <Notice role="status">
      <p>
        <strong>Paid.</strong> {paid}
      </p>
    </Notice>
  ) : null;
};
