import { useAssociation } from '../../lib/association.ts';
import { LecternMark } from './lectern-mark.tsx';

/** The association's logo; the lectern where it has set none. */
export const BrandMark = ({ size = 32 }: { size?: number }) => {
  const association = useAssociation();
  return association.logo === null ? (
    <LecternMark size={size} />
  ) : (
    <img src={association.logo} alt="" width={size} height={size} />
  );
};
