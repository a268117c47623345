import { Association } from '@lectern/service-kit/association/association';
import { PublishedTexts } from '@lectern/service-kit/association/published-texts';

/** Content has published nothing. */
class NothingPublished extends PublishedTexts {
  override async newest() {
    return {};
  }
}

/** The profile that these variables say. */
export const setAssociation = (settings: ConstructorParameters<typeof Association>[1] = {}): Association =>
  new Association(new NothingPublished(undefined as never), settings);
