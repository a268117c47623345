import * as z from 'zod/mini';

const choice = z.boolean();

/** The lists from which an email address gets emails. */
export const listChoices = z.strictObject({ debate_club: choice, tournament: choice, newsletter: choice });
export type ListChoices = z.output<typeof listChoices>;

/**
 * Why an email address gets no list mail until an administrator lifts that. A person who unsubscribed returns only by
 * subscribing again (decisions, "Mail").
 */
export const liftableReason = z.enum(['bounced', 'complained']);

export const mailPreferences = z.object({
  lists: listChoices,
  /** Why no list mail is sent whatever is chosen here: emails bounced, or were marked as spam. */
  stopped: z.nullable(liftableReason),
});
export type MailPreferences = z.output<typeof mailPreferences>;
