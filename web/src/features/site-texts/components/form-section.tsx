import { useId, type ReactNode } from 'react';
import { Stack } from '../../../components/ui/layout.tsx';
import styles from './profile.module.css';

/** Fields of a form under a heading. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <Stack as="section" gap={4} className={styles['section']} aria-labelledby={id}>
      <h3 id={id} className={styles['heading']}>
        {title}
      </h3>
      {children}
    </Stack>
  );
};
