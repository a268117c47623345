import { cx } from '../../lib/cx.ts';
import styles from './button.module.css';

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'medium' | 'large';
  /** As wide as its container. */
  wide?: boolean;
}

export const buttonClass = (
  { variant = 'secondary', size = 'medium', wide = false }: ButtonLook,
  extra?: string,
): string => cx(styles['button'], styles[variant], size !== 'medium' && styles[size], wide && styles['wide'], extra);
