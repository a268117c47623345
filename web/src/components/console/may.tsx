import type { Permission } from '@lectern/contracts/identity/permission';
import type { ReactNode } from 'react';
import { useMay } from './use-admin.ts';

/** Shows its contents to staff with a permission. To others they are absent; the server refuses them in any case. */
export const May = ({ permission, children }: { permission: Permission; children: ReactNode }) =>
  useMay()(permission) && children;
