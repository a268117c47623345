import { pathTo } from '../config/paths.ts';
import type { ButtonLook } from './ui/button-class.ts';
import { LinkButton } from './ui/link-button.tsx';

export const ContactSupport = ({ children = 'Contact Support', ...look }: ButtonLook & { children?: string }) => (
  <LinkButton to={pathTo('contact')} {...look}>
    {children}
  </LinkButton>
);
