const LENGTH = 155;
const SIGNS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** The first words of an email (HTML as the server makes it), for those who see no more of it than a line or two. */
export const beginningOf = (html: string): string => {
  const words = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (sign) => SIGNS[sign] ?? sign)
    .replaceAll(/\s+/g, ' ')
    // Where a tag stood before a full stop, there was no blank.
    .replaceAll(/ (?=[.,;:!?])/g, '')
    .trim();
  if (words.length <= LENGTH) return words;
  const space = words.lastIndexOf(' ', LENGTH);
  return `${words.slice(0, space > 0 ? space : LENGTH)} …`;
};
