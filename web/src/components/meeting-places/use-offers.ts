import { useQuery } from '@tanstack/react-query';
import { meetingPlacesQuery } from './get-meeting-places.ts';
import { officeHoursQuery } from './get-office-hours.ts';

/** Whether members have a chat community and office hours at the moment; both until the server has answered. */
export const useOffers = () => {
  const { data: places } = useQuery(meetingPlacesQuery);
  const { data: hours } = useQuery(officeHoursQuery);
  return {
    hasCommunity: places?.hasCommunity !== false,
    hasOfficeHours: hours === undefined || hours.slots.length > 0 || hours.mine !== null,
  };
};
