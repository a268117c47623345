/** The page of this site on which a payment link's holder pays. */
export const payPath = (token: string): string => `/pay?${new URLSearchParams({ token }).toString()}`;

/** The page of a tournament entry, by the token of its emails. */
export const entryPath = (token: string): string => `/entry?${new URLSearchParams({ token }).toString()}`;
