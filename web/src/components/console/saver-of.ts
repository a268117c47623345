interface Saved {
  readonly savedBy: { readonly name: string | null } | null;
}

/** The administrator of a version, for people. */
export const saverOf = ({ savedBy }: Saved): string =>
  savedBy === null ? 'Came with the site' : (savedBy.name ?? 'an administrator whose name is not known');
