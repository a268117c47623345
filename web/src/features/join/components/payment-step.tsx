import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import styles from './subscribe-form.module.css';

/** The button that opens the checkout in a new tab. When the browser blocks that tab, the URL is shown instead. */
export const PaymentStep = ({ url }: { url: string }) => {
  const [blocked, setBlocked] = useState(false);
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    ref.current?.querySelector('button')?.focus();
  }, []);

  // The new tab keeps its opener (decisions, "Pages"), so that the payment page can tell this one apart from a stranger's.
  const open = () => setBlocked(window.open(url, '_blank') === null);

  return (
    <div ref={ref} className={styles['held']}>
      <p role="status">Your checkout is ready. The payment page opens in a new tab.</p>
      <Button variant="primary" size="large" onClick={open}>
        Complete Payment
      </Button>
      {blocked && (
        <Notice tone="wait" role="alert">
          <p>Your browser blocked the new tab. Open the payment page yourself:</p>
          <p className="breakable">
            <a href={url}>{url}</a>
          </p>
        </Notice>
      )}
    </div>
  );
};
