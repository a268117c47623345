import { association } from '../config/association.ts';
import { linkTo } from '../config/paths.ts';
import type { ButtonLook } from './ui/button-class.ts';
import { ExternalLinkButton, LinkButton } from './ui/link-button.tsx';

/** A link to the contact page, or to the support email while that page is not built. */
export const ContactSupport = ({ children = 'Contact Support', ...look }: ButtonLook & { children?: string }) => {
  const contact = linkTo('contact');
  return contact === null ? (
    <ExternalLinkButton href={`mailto:${association.supportEmail}`} {...look}>
      {children}
    </ExternalLinkButton>
  ) : (
    <LinkButton to={contact} {...look}>
      {children}
    </LinkButton>
  );
};
