/** The check of an email address in the small forms before they send it (specification, section 5). The server checks it fully. */
export const isPlausibleEmail = (email: string): boolean => email.trim() !== '' && email.includes('@');

export const EMAIL_MESSAGE = 'Please enter a valid email address.';
