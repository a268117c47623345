import { readSession, writeSession } from './session-storage.ts';

/** In a tab in which an administrator sees the site as a member (`member-view.ts`): the token of the view, empty once it has ended. */
export const VIEW_TOKEN = 'viewToken';

export const viewToken = (): string | null => readSession(VIEW_TOKEN);

export const endViewToken = (): void => writeSession(VIEW_TOKEN, '');
