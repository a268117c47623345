import type { OfficeHoursRequest as OfficeHoursRequestAnswer } from '@lectern/contracts/registrations/model';
import type { OfficeHoursRequest } from './office-hours-request.entity.ts';

export const presentRequest = ({
  id,
  startsAt,
  endsAt,
  topic,
  requestedAt,
}: OfficeHoursRequest): OfficeHoursRequestAnswer => ({
  id,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  topic,
  requestedAt: requestedAt.toISOString(),
});
