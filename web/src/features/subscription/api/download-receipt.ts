import { downloadReceipt as contract } from '@lectern/contracts/billing/payment-http';
import { callMemberForFile } from '../../../lib/call-member.ts';

/** The receipt of a payment of the member, as a PDF. */
export const downloadReceipt = (id: string) => callMemberForFile(contract, { params: { id } });
