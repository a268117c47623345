import type { ActingAdmin } from '@lectern/contracts/identity/model';
import type { Clock } from '@lectern/service-kit/time/clock';

/** The last change of a record by an administrator. */
export interface LastChange {
  changedAt: Date | null;
  changedBy: string | null;
}

export const changedBy = ({ adminId }: ActingAdmin, clock: Clock): LastChange => ({
  changedAt: clock.now(),
  changedBy: adminId,
});
