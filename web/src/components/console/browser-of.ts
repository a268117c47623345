/** Browsers by a pattern in their `User-Agent`. A browser that also names another one comes before that one. */
const BROWSERS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
];

const SYSTEMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

/** A `User-Agent` as text: "Firefox 141 on Linux". One from no known browser is returned unchanged. */
export const browserOf = (userAgent: string | null): string => {
  if (userAgent === null || userAgent === '') return 'Unknown browser';
  for (const [name, sign] of BROWSERS) {
    const version = sign.exec(userAgent)?.[1];
    if (version === undefined) continue;
    const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0];
    return `${name} ${version}${system === undefined ? '' : ` on ${system}`}`;
  }
  return userAgent;
};
