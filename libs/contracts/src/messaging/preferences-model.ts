import * as z from 'zod/mini';

const choice = z.boolean();

/** Which lists an address gets emails of. */
export const listChoices = z.strictObject({ debate_club: choice, tournament: choice, newsletter: choice });
export type ListChoices = z.output<typeof listChoices>;

/** What keeps list mail from an address until an administrator lifts it. Who unsubscribed comes back by an own act alone (decisions, "Mail"). */
export const liftableReason = z.enum(['bounced', 'complained']);

export const mailPreferences = z.object({
  lists: listChoices,
  /** Why nothing of any list comes whatever is chosen here: emails came back, or somebody said that they are spam. */
  stopped: z.nullable(liftableReason),
});
export type MailPreferences = z.output<typeof mailPreferences>;
