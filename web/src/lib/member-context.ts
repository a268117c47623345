import type { CurrentUser } from '@lectern/contracts/identity/model';
import { createContext, useContext } from 'react';

export interface Member {
  user: CurrentUser;
  /** Asks the server again, for instance after a payment. */
  refresh: () => void;
  /** Applies changes of the account that a page has made, without a request. */
  merge: (changes: Partial<CurrentUser>) => void;
  logOut: () => void;
}

export const MemberContext = createContext<Member | null>(null);

/** The signed-in member. Only pages behind the member gate may ask. */
export const useMember = (): Member => {
  const member = useContext(MemberContext);
  if (member === null) throw new Error('useMember was called outside the member gate');
  return member;
};

/** Membership is active only when the status says so (specification, section 4, "Membership"). */
export const isActive = (user: CurrentUser): boolean => user.subscriptionStatus === 'active';
