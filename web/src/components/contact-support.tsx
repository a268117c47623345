import { association } from '../config/association.ts';
import { linkTo } from '../config/paths.ts';
import type { ButtonLook } from './ui/button-class.ts';
import { ExternalLinkButton, LinkButton } from './ui/link-button.tsx';

/** The way to a person: the contact page, or the support address until there is one. */
export const ContactSupport = (look: ButtonLook) => {
  const contact = linkTo('contact');
  return contact === null ? (
    <ExternalLinkButton href={`mailto:${association.supportEmail}`} {...look}>
      Contact Support
    </ExternalLinkButton>
  ) : (
    <LinkButton to={contact} {...look}>
      Contact Support
    </LinkButton>
  );
};
