import { exportData } from '@lectern/contracts/identity/http';
import { callMemberForFile } from '../../../lib/call-member.ts';

/** All data of the member, as one file. */
export const downloadData = () => callMemberForFile(exportData);
