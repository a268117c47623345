import { ValidateBy } from 'class-validator';
import { isTimeZone } from '@lectern/contracts/time-zone';

/** The IANA name of a zone by its place, as the profile of the association takes it. */
export const TimeZoneName = (): PropertyDecorator =>
  ValidateBy(
    { name: 'timeZoneName', validator: { validate: (value) => typeof value === 'string' && isTimeZone(value) } },
    { message: '$property must be an IANA zone such as America/Los_Angeles' },
  );
