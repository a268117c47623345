import type { ComponentProps, ElementType } from 'react';
import { cx } from '../../lib/cx.ts';
import styles from './layout.module.css';

/** Buttons beside each other, on several lines where there is no room; `end`: at the right edge. */
export const Actions = ({ end = false, className, ...rest }: ComponentProps<'div'> & { end?: boolean }) => (
  <div {...rest} className={cx(styles['actions'], end && styles['end'], className)} />
);

/** Parts of different heights beside each other, on several lines where there is no room. */
export const Cluster = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={cx(styles['cluster'], className)} />
);

/** Two fields beside each other; below each other on a phone. */
export const Pair = ({ close = false, ...rest }: ComponentProps<'div'> & { close?: boolean }) => (
  <div {...rest} className={cx(styles['pair'], close && styles['close'])} />
);

/** The attributes of a form include those of the other elements that are stacks. */
type StackProps = ComponentProps<'form'> & { as?: ElementType; gap: 1 | 3 | 4 | 5 | 6 | 'cards' };

/** Parts below each other. */
export const Stack = ({ as: Element = 'div', gap, className, ...rest }: StackProps) => (
  <Element {...rest} className={cx(styles['stack'], styles[`gap${gap}`], className)} />
);
