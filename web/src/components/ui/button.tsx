import type { ComponentProps } from 'react';
import { buttonClass, type ButtonLook } from './button-class.ts';
import { Spinner } from './spinner.tsx';

interface Props extends ComponentProps<'button'>, ButtonLook {
  /** While its request runs: disabled, with a spinner. */
  busy?: boolean;
  /** The label while busy. */
  busyLabel?: string;
}

export const Button = ({
  variant,
  size,
  wide,
  busy = false,
  busyLabel,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: Props) => (
  <button
    {...rest}
    type={type}
    className={buttonClass({ variant, size, wide }, className)}
    disabled={disabled === true || busy}
    aria-busy={busy || undefined}
  >
    {busy && <Spinner />}
    {busy ? (busyLabel ?? children) : children}
  </button>
);
