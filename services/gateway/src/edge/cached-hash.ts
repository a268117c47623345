/** The hash in `If-None-Match`; a proxy that packs answers may have made the tag a weak one. */
export const cachedHash = (header: string | undefined): string | null =>
  /"([0-9a-f]{64})"/.exec(header ?? '')?.[1] ?? null;
