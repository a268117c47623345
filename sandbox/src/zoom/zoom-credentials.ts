/** The one app that the emulator knows. Lectern refuses its account in production. */
export const ACCOUNT_ID = 'zoom_sandbox';
export const CLIENT_ID = 'zoom_sandbox_client';
export const CLIENT_SECRET = 'zoom_sandbox_secret';
