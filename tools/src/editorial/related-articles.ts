interface Comparable {
  readonly slug: string;
  readonly category: string;
  readonly title: string;
  readonly text: string;
}

const COUNT = 3;
/** The weight of a common category beside common words. */
const SAME_CATEGORY = 0.08;

/** For each article the slugs of the others that are nearest to it: words in common, rare ones above all, and the category. */
export const relatedArticles = (articles: readonly Comparable[]): ReadonlyMap<string, readonly string[]> => {
  const counted = articles.map((article) => ({
    article,
    counts: countWords(`${article.title} ${article.title} ${article.text}`),
  }));
  const inHowMany = new Map<string, number>();
  for (const { counts } of counted)
    for (const word of counts.keys()) inHowMany.set(word, (inHowMany.get(word) ?? 0) + 1);
  const weighted = counted.map(({ article, counts }) => {
    const weights = new Map(
      [...counts].map(([word, count]) => [
        word,
        (1 + Math.log(count)) * Math.log(articles.length / (inHowMany.get(word) ?? 1)),
      ]),
    );
    const length = Math.sqrt([...weights.values()].reduce((sum, weight) => sum + weight ** 2, 0)) || 1;
    return { article, weights, length };
  });
  return new Map(
    weighted.map((own) => [
      own.article.slug,
      weighted
        .filter((other) => other !== own)
        .map((other) => {
          let common = 0;
          for (const [word, weight] of own.weights) common += weight * (other.weights.get(word) ?? 0);
          const likeness =
            common / own.length / other.length + (own.article.category === other.article.category ? SAME_CATEGORY : 0);
          return { slug: other.article.slug, likeness };
        })
        .sort((one, other) => other.likeness - one.likeness || (one.slug < other.slug ? -1 : 1))
        .slice(0, COUNT)
        .map(({ slug }) => slug),
    ]),
  );
};

const countWords = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[a-z]{4,}/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};
