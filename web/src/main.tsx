import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Providers } from './app/providers.tsx';
import { AppRoutes } from './app/router.tsx';
import { preloadScreen } from './app/screens.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

// The first page's chunk need not wait for React, nor a member's page for the gate before it.
preloadScreen(window.location.pathname);

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <Providers>
        <AppRoutes />
      </Providers>
    </BrowserRouter>
  </StrictMode>,
);
