/** The number in the specification ("shows 42 members online"). The association updates it manually: Discord publishes none without a widget. */
export const MEMBERS_ONLINE = 42;
