import { pictureAddress } from '@lectern/contracts/content/picture';
import * as contracts from '@lectern/contracts/content/picture-http';
import { uploadAsAdmin } from '../../../lib/call-admin.ts';

/** Answers the address by which a text names the picture. */
export const uploadPicture = async (
  file: File,
  options: { signal: AbortSignal; onSent: (bytes: number) => void },
): Promise<string> =>
  pictureAddress(await uploadAsAdmin(contracts.uploadPicture, { file, type: 'application/octet-stream', ...options }));
