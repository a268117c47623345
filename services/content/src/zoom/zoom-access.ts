import { validSecrets } from '@lectern/service-kit/config/secret';
import type { ContentConfig } from '../config.ts';

/** Credentials and settings of the server-to-server app of the association's Zoom account. */
export interface ZoomAccess {
  readonly accountId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The app's secret tokens, which sign its webhooks. The first one answers validations. */
  readonly webhookSecrets: readonly [string, ...string[]];
  /** Without a slash at the end. */
  readonly tokenUrl: string;
  readonly apiUrl: string;
  /** The Zoom user whose recordings are shown: an id or email address, or `me`, the owner of the app. */
  readonly userId: string;
}

/** Null where no Zoom credentials are configured: then recordings are off. */
export const zoomAccess = (config: ContentConfig): ZoomAccess | null => {
  const { ZOOM_ACCOUNT_ID, ZOOM_CLIENT_ID, ZOOM_CLIENT_SECRET, ZOOM_WEBHOOK_SECRET, ZOOM_API_URL } = config;
  if (
    ZOOM_ACCOUNT_ID === undefined ||
    ZOOM_CLIENT_ID === undefined ||
    ZOOM_CLIENT_SECRET === undefined ||
    ZOOM_WEBHOOK_SECRET === undefined
  )
    return null;
  const emulator = ZOOM_API_URL?.replace(/\/+$/, '');
  return {
    accountId: ZOOM_ACCOUNT_ID,
    clientId: ZOOM_CLIENT_ID,
    clientSecret: ZOOM_CLIENT_SECRET,
    webhookSecrets: validSecrets({ ...config, ZOOM_WEBHOOK_SECRET }, 'ZOOM_WEBHOOK_SECRET'),
    tokenUrl: `${emulator ?? 'https://zoom.us'}/oauth/token`,
    apiUrl: `${emulator ?? 'https://api.zoom.us'}/v2`,
    userId: config.ZOOM_USER_ID,
  };
};
