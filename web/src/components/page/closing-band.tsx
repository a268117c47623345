import { useId, type ReactNode } from 'react';
import { Actions } from '../ui/layout.tsx';
import styles from './closing-band.module.css';

interface Props {
  title: string;
  children: ReactNode;
  /** The buttons. */
  actions: ReactNode;
}

/** The closing section of a page, as wide as the window; it touches the footer. */
export const ClosingBand = ({ title, children, actions }: Props) => {
  const id = useId();
  return (
    <section className={styles['band']} aria-labelledby={id}>
      <div className={`page ${styles['inner']}`}>
        <h2 id={id}>{title}</h2>
        <p>{children}</p>
        <Actions>{actions}</Actions>
      </div>
    </section>
  );
};
