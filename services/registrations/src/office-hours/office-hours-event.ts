import type { EventPayload } from '@lectern/contracts/event';
import type { OfficeHoursSchedule } from '@lectern/contracts/office-hours';
import type { officeHoursChanged } from '@lectern/contracts/registrations/events';
import type { OfficeHoursRequest } from './office-hours-request.entity.ts';

type Payload = EventPayload<typeof officeHoursChanged>;

/** The payload of a request's event, with the time zone of the current office hours. */
export const officeHoursEvent = (
  request: OfficeHoursRequest,
  change: Payload['change'],
  { timeZone }: OfficeHoursSchedule,
): Payload => ({
  requestId: request.id,
  change,
  email: request.email,
  firstName: request.firstName,
  lastName: request.lastName,
  userId: request.userId,
  startsAt: request.startsAt.toISOString(),
  endsAt: request.endsAt.toISOString(),
  timeZone,
  topic: request.topic,
});
