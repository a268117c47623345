import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { buttonClass, type ButtonLook } from './button-class.ts';

/** A link within the site that looks like a button. */
export const LinkButton = ({ variant, size, wide, className, ...rest }: LinkProps & ButtonLook) => (
  <Link {...rest} className={buttonClass({ variant, size, wide }, className)} />
);

/** A link to another site, in a new tab unless it is a mail address. */
export const ExternalLinkButton = ({
  variant,
  size,
  wide,
  className,
  href = '',
  ...rest
}: ComponentProps<'a'> & ButtonLook) => (
  <a
    {...rest}
    href={href}
    {...(href.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noreferrer' })}
    className={buttonClass({ variant, size, wide }, className)}
  />
);
