import type { AdminProfile } from '@lectern/contracts/identity/model';
import type { Admin } from './admin.entity.ts';

export const presentAdmin = (admin: Admin): AdminProfile => ({
  id: admin.id,
  email: admin.email,
  name: admin.name,
  role: admin.role,
});
