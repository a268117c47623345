import { type ChangedProfile, type PageProfile, SHIPPED_PROFILE } from '@lectern/contracts/page-profile';

/** The association's profile, from what it has set otherwise. */
export const associationOf = (changed: ChangedProfile): PageProfile => ({ ...SHIPPED_PROFILE, ...changed });

/** The author of an article that names none. */
export const teamName = ({ name }: PageProfile): string => `The ${name} Team`;
