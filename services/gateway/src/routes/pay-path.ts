/** The page of this site on which a payment link's holder pays. */
export const payPath = (token: string): string => `/pay?${new URLSearchParams({ token }).toString()}`;
