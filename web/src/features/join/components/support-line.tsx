import { useAssociation } from '../../../lib/association.ts';

export const SupportLine = () => {
  const association = useAssociation();
  return (
    <p>
      Questions? Write to <a href={`mailto:${association.supportEmail}`}>{association.supportEmail}</a>.
    </p>
  );
};
