const NAMES: Readonly<Record<string, string>> = {
  'linkedin.com': 'LinkedIn',
  'youtube.com': 'YouTube',
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'tiktok.com': 'TikTok',
  'x.com': 'X',
  'bsky.app': 'Bluesky',
};

/** The name of the site to which an https URL leads: its host where the site is not known. */
export const socialName = (link: string): string => {
  const host = link.split('/')[2]?.replace(/^www\./, '') ?? '';
  return NAMES[host] ?? host;
};
