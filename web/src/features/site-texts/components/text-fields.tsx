import type { SiteTextKey } from '@lectern/contracts/content/site-text';
import { useId, type ComponentType } from 'react';
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { matchPath } from 'react-router-dom';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { Pair } from '../../../components/ui/layout.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { PAGE_NAMES, PAGES, pathTo } from '../../../config/paths.ts';
import { AUDIENCES } from '../audiences.ts';
import { messageAt } from '../../../components/profile-form/message-at.ts';
import { BootcampFields } from './bootcamp-fields.tsx';
import { ListField } from '../../../components/console/list-field.tsx';
import { MeetingLinksFields } from './meeting-links-fields.tsx';
import { OfficeHoursFields } from './office-hours-fields.tsx';
import { pageFields, Placeholders } from './page-fields.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { WeeklySessionFields } from './weekly-session-fields.tsx';
import { ZonedTimeField } from './zoned-time-field.tsx';

interface Props {
  form: UseFormReturn<FieldValues>;
}

const QuestionsField = ({ form, name }: Props & { name: string }) => (
  <ListField
    form={form}
    name={name}
    noun="question"
    max={30}
    blank={{ question: '', answer: '' }}
    error={messageAt(form, name)}
  >
    {(path) => (
      <>
        <TextField
          label="Question"
          autoComplete="off"
          error={messageAt(form, `${path}.question`)}
          {...form.register(`${path}.question`)}
        />
        <TextareaField
          label="Answer"
          rows={3}
          error={messageAt(form, `${path}.answer`)}
          {...form.register(`${path}.answer`)}
        />
      </>
    )}
  </ListField>
);

const Questions = ({ form }: Props) => (
  <>
    <Placeholders />
    <QuestionsField form={form} name="questions" />
  </>
);

const QuestionTopicsFields = ({ form }: Props) => (
  <>
    <Placeholders />
    <ListField
      form={form}
      name="topics"
      noun="heading"
      max={12}
      blank={{ name: '', questions: [{ question: '', answer: '' }] }}
      error={messageAt(form, 'topics')}
    >
      {(path) => (
        <>
          <TextField
            label="Heading"
            autoComplete="off"
            error={messageAt(form, `${path}.name`)}
            {...form.register(`${path}.name`)}
          />
          <QuestionsField form={form} name={`${path}.questions`} />
        </>
      )}
    </ListField>
  </>
);

const CurriculumFields = ({ form }: Props) => (
  <>
    <p>Four blocks of two weeks each. The curriculum begins again when it ends.</p>
    <ListField
      form={form}
      name="blocks"
      noun="block"
      max={4}
      blank={{ name: '', text: '', firstWeek: '', secondWeek: '', leaves: '' }}
      error={messageAt(form, 'blocks')}
    >
      {(path) => (
        <>
          <TextField
            label="Name"
            autoComplete="off"
            error={messageAt(form, `${path}.name`)}
            {...form.register(`${path}.name`)}
          />
          <TextareaField
            label="Text"
            rows={2}
            error={messageAt(form, `${path}.text`)}
            {...form.register(`${path}.text`)}
          />
          <Pair close>
            <TextField
              label="First week"
              autoComplete="off"
              error={messageAt(form, `${path}.firstWeek`)}
              {...form.register(`${path}.firstWeek`)}
            />
            <TextField
              label="Second week"
              autoComplete="off"
              error={messageAt(form, `${path}.secondWeek`)}
              {...form.register(`${path}.secondWeek`)}
            />
          </Pair>
          <TextField
            label="Leaves"
            autoComplete="off"
            hint="Follows “You leave with”."
            error={messageAt(form, `${path}.leaves`)}
            {...form.register(`${path}.leaves`)}
          />
        </>
      )}
    </ListField>
  </>
);

const PracticeTopicsFields = ({ form }: Props) => (
  <>
    <p>
      Members strike two topics of a group and argue the one that is left. Their browsers remember by the number of a
      group what they struck.
    </p>
    <ListField
      form={form}
      name="groups"
      noun="group"
      max={60}
      blank={{ firstTopic: '', secondTopic: '', thirdTopic: '' }}
      error={messageAt(form, 'groups')}
    >
      {(path) =>
        (['First topic', 'Second topic', 'Third topic'] as const).map((label) => {
          const field = `${path}.${label.split(' ')[0]!.toLowerCase()}Topic`;
          return (
            <TextField
              key={label}
              label={label}
              autoComplete="off"
              error={messageAt(form, field)}
              {...form.register(field)}
            />
          );
        })
      }
    </ListField>
  </>
);

const TeamFields = ({ form }: Props) => (
  <>
    <CheckboxField
      label="These people are samples"
      hint="The page then says that the names are placeholders."
      {...form.register('isSample')}
    />
    <ListField
      form={form}
      name="people"
      noun="person"
      max={40}
      blank={{ name: '', role: '', text: '' }}
      error={messageAt(form, 'people')}
    >
      {(path, index) => (
        <>
          <Pair close>
            <TextField
              label="Name"
              autoComplete="off"
              hint={index === 0 ? 'The first person is shown larger.' : undefined}
              error={messageAt(form, `${path}.name`)}
              {...form.register(`${path}.name`)}
            />
            <TextField
              label="Role"
              autoComplete="off"
              error={messageAt(form, `${path}.role`)}
              {...form.register(`${path}.role`)}
            />
          </Pair>
          <TextareaField
            label="About"
            rows={2}
            error={messageAt(form, `${path}.text`)}
            {...form.register(`${path}.text`)}
          />
        </>
      )}
    </ListField>
  </>
);

const PATHS = PAGE_NAMES.filter((name) => ['public', 'member'].includes(PAGES[name].area))
  .map((name) => pathTo(name))
  .filter((path) => !path.includes(':'));

/** A path or URL, with the paths of pages to choose from. A path that no page has is said, and can be saved. */
const LinkField = ({ form, name, list }: Props & { name: string; list: string }) => {
  const typed = (useWatch({ control: form.control, name }) as string | undefined) ?? '';
  const [path = ''] = typed.trim().split(/[?#]/);
  const isUnknown = path.startsWith('/') && !PAGE_NAMES.some((page) => matchPath(PAGES[page].path, path) !== null);
  return (
    <TextField
      label="Link"
      list={list}
      autoComplete="off"
      spellCheck={false}
      hint={
        isUnknown
          ? 'No page of this site has this path.'
          : 'A path of this site or a URL that begins with https://. Blank for none.'
      }
      error={messageAt(form, name)}
      {...form.register(name)}
    />
  );
};

const AnnouncementsFields = ({ form }: Props) => {
  const association = useAssociation();
  const pathsId = useId();
  return (
    <>
      <p>
        Members’ dashboards show these in this order. Each is there for its audience only, from the first to the last of
        its times, which are in the association’s time zone ({association.timeZone}).
      </p>
      <datalist id={pathsId}>
        {PATHS.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      <ListField
        form={form}
        name="announcements"
        noun="announcement"
        max={50}
        blank={{ title: '', text: '', link: '', linkText: '', audience: 'everyone', from: null, until: null }}
        error={messageAt(form, 'announcements')}
      >
        {(path) => (
          <>
            <TextField
              label="Title"
              autoComplete="off"
              error={messageAt(form, `${path}.title`)}
              {...form.register(`${path}.title`)}
            />
            <TextareaField
              label="Text"
              rows={3}
              error={messageAt(form, `${path}.text`)}
              {...form.register(`${path}.text`)}
            />
            <Pair close>
              <LinkField form={form} name={`${path}.link`} list={pathsId} />
              <TextField
                label="Link text"
                autoComplete="off"
                hint="The words to click."
                error={messageAt(form, `${path}.linkText`)}
                {...form.register(`${path}.linkText`)}
              />
            </Pair>
            <SelectField
              label="Audience"
              options={Object.entries(AUDIENCES).map(([value, label]) => ({ value, label }))}
              error={messageAt(form, `${path}.audience`)}
              {...form.register(`${path}.audience`)}
            />
            <Pair close>
              <ZonedTimeField
                form={form}
                name={`${path}.from`}
                label="From"
                hint="Blank: immediately."
                error={messageAt(form, `${path}.from`)}
              />
              <ZonedTimeField
                form={form}
                name={`${path}.until`}
                label="Until"
                hint="Blank: without an end."
                error={messageAt(form, `${path}.until`)}
              />
            </Pair>
          </>
        )}
      </ListField>
    </>
  );
};

/** The form of each text. */
export const TEXT_FIELDS: Record<SiteTextKey, ComponentType<Props>> = {
  homeQuestions: Questions,
  clubQuestions: Questions,
  contactQuestions: QuestionTopicsFields,
  curriculum: CurriculumFields,
  team: TeamFields,
  weeklySession: WeeklySessionFields,
  bootcamp: BootcampFields,
  homePage: pageFields('homePage'),
  clubPage: pageFields('clubPage'),
  bootcampPage: pageFields('bootcampPage'),
  howItWorksPage: pageFields('howItWorksPage'),
  tournamentsPage: pageFields('tournamentsPage'),
  aboutPage: pageFields('aboutPage'),
  contactPage: pageFields('contactPage'),
  resourcesPage: pageFields('resourcesPage'),
  subscribePage: pageFields('subscribePage'),
  newslettersPage: pageFields('newslettersPage'),
  plans: pageFields('plans', '“Included” and “Not included” are marks on the page; it shows other words as they are.'),
  announcements: AnnouncementsFields,
  practiceTopics: PracticeTopicsFields,
  officeHours: OfficeHoursFields,
  profile: ProfileFields,
  meetingPlaces: MeetingLinksFields,
};
