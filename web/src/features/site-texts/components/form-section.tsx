import type { ReactNode } from 'react';
import { Stack } from '../../../components/ui/layout.tsx';
import styles from '../../../components/profile-form/profile.module.css';

/** Fields of a form under a heading. It is no region: fields have the same names as some headings. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap={4} className={styles['section']}>
    <h2 className={styles['heading']}>{title}</h2>
    {children}
  </Stack>
);
