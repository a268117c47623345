const KB = 1_000;
const MB = 1_000_000;

/** "340 KB", "12.4 MB"; at least "1 KB". */
export const formatBytes = (bytes: number): string =>
  bytes < MB ? `${Math.max(1, Math.floor(bytes / KB))} KB` : `${(bytes / MB).toFixed(1)} MB`;
