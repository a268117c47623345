const NAMES: Readonly<Record<string, string>> = {
  'linkedin.com': 'LinkedIn',
  'youtube.com': 'YouTube',
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'tiktok.com': 'TikTok',
  'x.com': 'X',
  'bsky.app': 'Bluesky',
};

export interface SocialLink {
  readonly name: string;
  readonly url: string;
}

/** Addresses separated by spaces, each with its site's name; what is no https address is left out. */
export const socialLinks = (urls: string): SocialLink[] =>
  urls.split(/\s+/).flatMap((url) => {
    const host = /^https:\/\/(?:www\.)?([^/?#]+)/.exec(url)?.[1];
    return host === undefined ? [] : [{ name: NAMES[host] ?? host, url }];
  });
