import './zod-without-eval.ts';
import { adminProfile, type AdminProfile } from '@lectern/contracts/identity/model';

/** The stored administrator, or null when there is none or it cannot be read. */
export const parseAdmin = (stored: string | null): AdminProfile | null => {
  if (stored === null) return null;
  try {
    const parsed = adminProfile.safeParse(JSON.parse(stored));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
};
