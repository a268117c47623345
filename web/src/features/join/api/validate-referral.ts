import { validateReferral } from '@lectern/contracts/billing/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export const referralQuery = (code: string) =>
  queryOptions({
    queryKey: ['referral', code],
    queryFn: ({ signal }) => call(validateReferral, { params: { code }, signal }),
  });
