import { useSearchParams } from 'react-router-dom';
import { association } from '../../config/association.ts';
import { Notice } from '../ui/states.tsx';

interface Props {
  /** What it means that the link's payment is made, and that it can be made no more. */
  paid: string;
  closed: string;
}

/** What came of a payment link in a letter, which leads here when there is nothing (more) to pay. Nothing for everybody else. */
export const PaymentLinkNotice = ({ paid, closed }: Props) => {
  const [params] = useSearchParams();
  const support = <a href={`mailto:${association.supportEmail}`}>{association.supportEmail}</a>;
  if (params.get('paid') === '1')
    return (
      <Notice role="status">
        <p>
          <strong>Paid.</strong> {paid}
        </p>
      </Notice>
    );
  if (params.get('closed') === '1')
    return (
      <Notice tone="wait" role="status">
        <p>
          <strong>This link has run out.</strong> {closed}
        </p>
      </Notice>
    );
  if (params.get('link') === 'unknown')
    return (
      <Notice tone="stop" role="status">
        <p>
          <strong>We do not know this payment link.</strong> It may have been cut off on its way. Open it from our letter again, or write to{' '}
          {support}.
        </p>
      </Notice>
    );
  if (params.get('link') === 'later')
    return (
      <Notice tone="wait" role="status">
        <p>
          <strong>The payment page does not open right now.</strong> You have not been charged, and your link stays valid: open it from our letter
          again in a few minutes. If that does not help, write to {support}.
        </p>
      </Notice>
    );
  return null;
};
