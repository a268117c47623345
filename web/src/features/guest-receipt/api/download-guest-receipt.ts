import { downloadGuestReceipt as contract } from '@lectern/contracts/billing/payment-http';
import { callForFile } from '../../../lib/api-client.ts';

/** The receipt behind the token of an emailed link, as a PDF. */
export const downloadGuestReceipt = (token: string) => callForFile(contract, { body: { token } });
