/**
 * What starts GraphiQL in the browser, with the settings that stand in the page. It keeps its tabs under a name of its own,
 * as other services of the same address do, and leaves the address of the page alone: a long document would make one that
 * no server takes.
 */
export const startScript = `'use strict';
(() => {
  const settings = JSON.parse(document.getElementById('settings').textContent);
  const { workers } = settings;
  self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => workers[label] ?? workers.editorWorkerService };

  const prefix = 'tollgate:';
  const ownKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  const storage = {
    getItem: (key) => localStorage.getItem(prefix + key),
    setItem: (key, value) => localStorage.setItem(prefix + key, value),
    removeItem: (key) => localStorage.removeItem(prefix + key),
    clear: () => ownKeys().forEach((key) => localStorage.removeItem(key)),
    get length() { return ownKeys().length; },
  };

  const { title, icon, tabs, headers } = settings;
  YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
    title,
    logo: '<img src="' + icon + '" alt="" width="28" height="28">',
    storage,
    defaultQuery: '',
    defaultTabs: tabs.map((tab) => ({ ...tab, headers })),
    defaultHeaders: headers,
    headers,
    shouldPersistHeaders: false,
    onEditQuery: () => {},
  });
})();
`;
