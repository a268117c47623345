import { StrictMode } from 'react';
import { SnapshotContext, type Snapshot } from '../lib/snapshot.ts';
import { Providers } from './providers.tsx';
import { AppRoutes } from './router.tsx';

/** The whole application except its router, which differs between the browser and prerendering. */
export const App = ({ snapshot }: { snapshot: Snapshot }) => (
  <StrictMode>
    <SnapshotContext value={snapshot}>
      <Providers>
        <AppRoutes />
      </Providers>
    </SnapshotContext>
  </StrictMode>
);
