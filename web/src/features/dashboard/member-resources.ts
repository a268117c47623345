/** The resources for members, as the dashboard lists them. */
export const RESOURCES = [
  { name: 'Practice materials', items: ['Speech Structure Guide', 'Debate Flow Templates', 'Performance Rubrics'] },
  { name: 'Topic library', items: ['Monthly Topic Bank', 'Current Events Updates', 'Practice Scenarios'] },
  { name: 'Tournament prep', items: ['Competition Handbook', 'Registration Guide', 'Event Descriptions'] },
] as const;

/** Those of the community that the association has. */
export const communityOf = ({ hasCommunity, hasOfficeHours }: { hasCommunity: boolean; hasOfficeHours: boolean }) => ({
  name: 'Community',
  items: [
    ...(hasCommunity ? ['The Discord community'] : []),
    ...(hasOfficeHours ? ['Expert office hours'] : []),
    'Session recordings',
  ],
});
