/** Questions and answers as structured data (https://schema.org/FAQPage). */
export const faqPage = (questions: readonly { question: string; answer: string }[]): Record<string, unknown> => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});
