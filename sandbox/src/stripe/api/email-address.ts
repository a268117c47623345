/** Whether Stripe takes it for an email address; its check is as loose. */
export const isEmailAddress = (text: string): boolean => {
  return /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(text);
};
