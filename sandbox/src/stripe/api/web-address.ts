/** Whether people may be sent there: an absolute http or https address. */
export const isWebAddress = (text: string): boolean => {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
};
