/** The figure that the specification prints ("shows 42 members online"). The association keeps it true by hand: Discord tells none without a widget. */
export const MEMBERS_ONLINE = 42;
