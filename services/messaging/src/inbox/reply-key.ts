/** The first part of the occasion of an email with a reply. The second part is the id of its message. */
export const REPLY = 'conversation-reply';

/** SQL: the occasion of the email with the message of this id. */
export const replyKey = (id: string): string => `'${REPLY}:' || ${id}`;
