import type { ContentConfig } from '../config.ts';
import { FolderPictureStore } from './folder-picture-store.ts';
import type { PictureStore } from './picture-store.ts';

/** The store of the configuration. */
export const openPictureStore = async (config: ContentConfig): Promise<PictureStore> => {
  if (config.PICTURES_S3_BUCKET === undefined) return new FolderPictureStore(config.PICTURES_DIR ?? '');
  // Processes that use a folder do without the library.
  const { S3PictureStore } = await import('./s3-picture-store.ts');
  return new S3PictureStore({
    bucket: config.PICTURES_S3_BUCKET,
    endpoint: config.PICTURES_S3_ENDPOINT,
    region: config.PICTURES_S3_REGION,
    accessKeyId: config.PICTURES_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.PICTURES_S3_SECRET_ACCESS_KEY ?? '',
    forcePathStyle: config.PICTURES_S3_PATH_STYLE === 'true',
  });
};
