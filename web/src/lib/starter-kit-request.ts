/** The browser event with which any part of the site asks for the starter kit (specification, section 2, "Home"). */
export const STARTER_KIT_REQUEST = 'starterKitRequest';

export const askForStarterKit = (): void => {
  window.dispatchEvent(new Event(STARTER_KIT_REQUEST));
};
