import type { CurrentAdmin } from '@lectern/contracts/identity/administrator-http';
import type { StaffAccess } from '@lectern/contracts/identity/permission';
import { useContext } from 'react';
import { AdminContext } from './admin-context.ts';

/** The administrator who is signed in, with the permissions of their role. Only the console has one. */
export const useAdmin = (): CurrentAdmin => {
  const admin = useContext(AdminContext);
  if (admin === null) throw new Error('Only pages of the console have an administrator');
  return admin;
};

export type May = (access: StaffAccess) => boolean;

/** Whether an administrator may do something, by the permissions that the server answered. */
export const mayOf =
  ({ permissions }: Pick<CurrentAdmin, 'permissions'>): May =>
  (access) =>
    access === 'own' || access === 'sign-in' || permissions.includes(access);

export const useMay = (): May => mayOf(useAdmin());
