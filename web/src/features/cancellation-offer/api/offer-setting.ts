import {
  type offerSettingForm,
  readOfferSetting,
  saveOfferSetting,
} from '@lectern/contracts/billing/cancellation-offer-http';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { callAdmin } from '../../../lib/call-admin.ts';

export const offerSettingQuery = queryOptions({
  queryKey: ['admin', 'cancellation-offer'],
  queryFn: ({ signal }) => callAdmin(readOfferSetting, { signal }),
});

export const setOffer = (body: z.output<typeof offerSettingForm>) => callAdmin(saveOfferSetting, { body });
