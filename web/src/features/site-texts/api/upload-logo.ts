import { uploadLogo } from '@lectern/contracts/content/logo-http';
import { uploadAsAdmin } from '../../../lib/call-admin.ts';

/** Stores a picture for a version of the profile, and answers its id. */
export const uploadLogoFile = async (file: Blob, signal: AbortSignal): Promise<string> =>
  (await uploadAsAdmin(uploadLogo, { file, type: file.type, signal })).id;
