import type { ComponentProps } from 'react';
import { Button } from '../ui/button.tsx';
import styles from './row-button.module.css';

/** A button as high as a row of a table allows. */
export const RowButton = (props: ComponentProps<typeof Button>) => (
  <Button {...props} size="small" className={styles['button']} />
);
