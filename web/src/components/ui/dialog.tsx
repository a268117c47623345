import { useEffect, useId, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { cx } from '../../lib/cx.ts';
import styles from './dialog.module.css';
import { CrossIcon } from './icons.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The row of buttons at its end. */
  footer?: ReactNode;
  /** `side` slides in at the right edge, for the menu of small screens. */
  placement?: 'center' | 'side';
}

/**
 * The browser's own modal dialog: it traps focus, makes the page behind inert, closes with Escape and gives focus back, all
 * without a style element, which the content security policy would refuse. Focus begins at the element with `data-begins`.
 */
export const Dialog = ({ open, onClose, title, children, footer, placement = 'center' }: Props) => {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [, checkAgain] = useState(0);

  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    if (open && !dialog.open) {
      dialog.showModal();
      // The browser would focus the close button.
      dialog.querySelector<HTMLElement>('[data-begins]')?.focus();
    }
    if (!open && dialog.open) dialog.close();
  });

  // A press on the backdrop reaches the dialog element itself; one inside it reaches a descendant.
  const onOwn = (event: SyntheticEvent) => {
    if (event.target !== ref.current) return;
    event.preventDefault();
    onClose();
  };

  return (
    <dialog
      ref={ref}
      className={cx(styles['dialog'], placement === 'side' && styles['side'])}
      aria-labelledby={titleId}
      // Escape. The owner decides whether it closes.
      onCancel={onOwn}
      onClose={() => {
        onClose();
        // A browser closes it without asking at the second Escape in a row: it opens again where the owner keeps it open.
        checkAgain((count) => count + 1);
      }}
      onMouseDown={onOwn}
    >
      {open && (
        <div className={styles['inner']}>
          <div className={styles['head']}>
            <h2 id={titleId}>{title}</h2>
            <button type="button" className={styles['close']} aria-label="Close" onClick={onClose}>
              <CrossIcon />
            </button>
          </div>
          {children}
          {footer !== undefined && <div className={styles['foot']}>{footer}</div>}
        </div>
      )}
    </dialog>
  );
};
