/** What the small forms ask of an address before they send it (specification, section 5). The server looks closer. */
export const isPlausibleEmail = (email: string): boolean => email.trim() !== '' && email.includes('@');

export const EMAIL_MESSAGE = 'Please enter a valid email address.';
