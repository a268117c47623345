import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { cx } from '../../lib/cx.ts';
import { TOAST_DURATION, toasts, type ShownToast } from '../../lib/toast-store.ts';
import { CrossIcon } from './icons.tsx';
import styles from './toaster.module.css';

const Toast = ({ toast }: { toast: ShownToast }) => {
  // Stays while the pointer or the focus is on it.
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => toasts.dismiss(toast.id), toast.duration ?? TOAST_DURATION);
    return () => clearTimeout(timer);
  }, [held, toast]);

  return (
    <div
      className={cx(styles['toast'], toast.variant === 'destructive' && styles['destructive'])}
      data-testid="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p className={styles['title']}>{toast.title}</p>
      {toast.description !== undefined && <p className={styles['description']}>{toast.description}</p>}
      {toast.action}
      <button type="button" className={styles['dismiss']} aria-label="Dismiss" onClick={() => toasts.dismiss(toast.id)}>
        <CrossIcon />
      </button>
    </div>
  );
};

/**
 * The one place where toasts appear. The two live regions are always there, so that screen readers announce what comes into
 * them; the popover lifts them above an open dialog.
 */
export const Toaster = () => {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current, () => null);
  const ref = useRef<HTMLDivElement>(null);
  const id = toast?.id;

  useEffect(() => {
    const region = ref.current;
    if (region === null || typeof region.showPopover !== 'function') return;
    if (region.matches(':popover-open')) region.hidePopover();
    region.showPopover();
  }, [id]);

  const destructive = toast?.variant === 'destructive';
  return (
    <div ref={ref} popover="manual" className={styles['region']}>
      <div role="status">{toast !== null && !destructive && <Toast key={toast.id} toast={toast} />}</div>
      <div role="alert">{toast !== null && destructive && <Toast key={toast.id} toast={toast} />}</div>
    </div>
  );
};
