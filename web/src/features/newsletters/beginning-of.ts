const LENGTH = 155;
const SIGNS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** The first words of an email (HTML from the server), for lists and search results that show a line or two. */
export const beginningOf = (html: string): string => {
  const words = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (sign) => SIGNS[sign] ?? sign)
    .replaceAll(/\s+/g, ' ')
    // Removes the space that a tag before punctuation left.
    .replaceAll(/ (?=[.,;:!?])/g, '')
    .trim();
  if (words.length <= LENGTH) return words;
  const space = words.lastIndexOf(' ', LENGTH);
  return `${words.slice(0, space > 0 ? space : LENGTH)} …`;
};
