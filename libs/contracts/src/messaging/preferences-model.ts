import * as z from 'zod/mini';

const choice = z.boolean();

/** Which lists an address gets letters of. */
export const listChoices = z.strictObject({ debate_club: choice, tournament: choice, newsletter: choice });
export type ListChoices = z.output<typeof listChoices>;

export const mailPreferences = z.object({
  lists: listChoices,
  /** Why nothing of any list comes whatever is chosen here: letters came back, or somebody said that they are spam. */
  stopped: z.nullable(z.enum(['bounced', 'complained'])),
});
export type MailPreferences = z.output<typeof mailPreferences>;
