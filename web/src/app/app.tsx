import { StrictMode } from 'react';
import type { PageProfile } from '@lectern/contracts/page-profile';
import { AssociationContext } from '../lib/association.ts';
import { SnapshotContext, type Snapshot } from '../lib/snapshot.ts';
import { Providers } from './providers.tsx';
import { AppRoutes } from './router.tsx';

/** The whole application except its router, which differs between the browser and prerendering. */
export const App = ({ snapshot, association }: { snapshot: Snapshot; association: PageProfile }) => (
  <StrictMode>
    <AssociationContext value={association}>
      <SnapshotContext value={snapshot}>
        <Providers>
          <AppRoutes />
        </Providers>
      </SnapshotContext>
    </AssociationContext>
  </StrictMode>
);
