import type { PageProfile } from '@lectern/contracts/page-profile';
import { createContext, useContext } from 'react';
import { associationOf } from '../config/association.ts';

export const AssociationContext = createContext<PageProfile>(associationOf({}));

/** The association whose page this is. */
export const useAssociation = (): PageProfile => useContext(AssociationContext);
