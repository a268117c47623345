import type { OfficeHoursSchedule } from '@lectern/contracts/office-hours';
import type { OfficeHoursRequest as OfficeHoursRequestAnswer } from '@lectern/contracts/registrations/model';
import type { OfficeHoursRequest } from './office-hours-request.entity.ts';

/** A request with the time zone of the current office hours. */
export const presentRequest = (
  { id, startsAt, endsAt, topic, requestedAt }: OfficeHoursRequest,
  { timeZone }: OfficeHoursSchedule,
): OfficeHoursRequestAnswer => ({
  id,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  timeZone,
  topic,
  requestedAt: requestedAt.toISOString(),
});
