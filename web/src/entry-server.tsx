/** Renders pages on the server: in the build, and in the gateway. Keeps nothing between two pages. */
export * from './server/renderer.tsx';
