import { exportData } from '@lectern/contracts/identity/http';
import { callMemberForFile } from '../../../lib/call-member.ts';

/** Everything that is kept of the member, as one file. */
export const downloadData = () => callMemberForFile(exportData);
