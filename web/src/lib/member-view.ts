import { readSession, writeSession } from './session-storage.ts';
import { VIEW_TOKEN, viewToken } from './view-token.ts';

const NAME = 'viewName';
const FROM = 'viewFrom';

/** An administrator's view of the site as a member sees it. It concerns this tab alone, beside the logins of the browser. */
export interface MemberView {
  readonly token: string;
  /** The member's. */
  readonly name: string;
  /** The page that it was opened from. */
  readonly from: string;
}

export const beginMemberView = ({ token, name, from }: MemberView): void => {
  writeSession(NAME, name);
  writeSession(FROM, from);
  writeSession(VIEW_TOKEN, token);
};

/** The name of the member in whose view this tab is; null in every other tab. */
export const viewedName = (): string | null => (viewToken() === null ? null : readSession(NAME));

export const dropMemberView = (): void => {
  for (const key of [VIEW_TOKEN, NAME, FROM]) globalThis.sessionStorage.removeItem(key);
};

/** Returns to the page that the view was opened from. */
export const leaveMemberView = (): void => {
  const from = readSession(FROM) ?? '/';
  dropMemberView();
  window.location.assign(from);
};
