import { useAssociation } from '../../../lib/association.ts';

/** The association's full name. */
export const FullName = () => useAssociation().fullName;

/** One of the association's email addresses, as a link. */
export const EmailLink = ({ to }: { to: 'supportEmail' | 'billingEmail' }) => {
  const email = useAssociation()[to];
  return <a href={`mailto:${email}`}>{email}</a>;
};
