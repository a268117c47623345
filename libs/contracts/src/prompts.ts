/** The error under an empty required field, on forms for which the specification gives one sentence for all fields. */
export const PROMPTS = {
  name: 'Enter your name',
  firstName: 'Enter your first name',
  lastName: 'Enter your last name',
  email: 'Enter your email address',
  /** Another person’s, on the administrators' forms. */
  theirEmail: 'Enter the email address',
  theirFirstName: 'Enter the first name',
  theirLastName: 'Enter the last name',
  message: 'Enter your message',
} as const;

/** That sentence (specification, section 5), which the toast and the answer say. */
export const MISSING = {
  contact: 'Please fill out all fields.',
  tournament: 'Please fill out all required fields.',
} as const;

export const isPrompt = (message: string): boolean => (Object.values(PROMPTS) as string[]).includes(message);
