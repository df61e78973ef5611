/**
 * Starts GraphiQL in the browser with the settings embedded in the page. Loaded before GraphiQL's own script, which
 * needs `MonacoEnvironment`. GraphiQL ignores the variables of the first default tab, so they are passed separately.
 * Tabs are stored under a prefix, since other services can share the origin. The page URL is not updated: a long
 * operation would exceed the URL limits of servers.
 */
export const startScript = `'use strict';
const { title, icon, tabs, more, demo, workers } = JSON.parse(document.getElementById('settings').textContent);

self.MonacoEnvironment = {
  globalAPI: true,
  getWorkerUrl: (_module, label) => workers[label] ?? workers.editorWorkerService,
};

const prefix = 'tollgate:';
const ownKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix));
const storage = {
  getItem: (key) => localStorage.getItem(prefix + key),
  setItem: (key, value) => localStorage.setItem(prefix + key, value),
  removeItem: (key) => localStorage.removeItem(prefix + key),
  clear: () => ownKeys().forEach((key) => localStorage.removeItem(key)),
  get length() { return ownKeys().length; },
};

/** The headers with the demo's token; none if there is no demo, or not for this page. */
async function demoHeaders() {
  if (!demo) return undefined;
  try {
    const response = await fetch(demo.path, { method: 'POST', headers: { [demo.header]: '1' } });
    if (!response.ok) return undefined;
    const { accessToken } = await response.json();
    return JSON.stringify({ Authorization: 'Bearer ' + accessToken }, null, 2);
  } catch {
    return undefined;
  }
}
const fetchingHeaders = demoHeaders();

/** A subscription shows nothing until something changes, so with the demo the page changes something itself. */
const plainFetch = self.fetch.bind(self);
async function showEvent() {
  const headers = JSON.parse((await fetchingHeaders) ?? 'null');
  if (!headers) return;
  const input = { ...demo.live.variables.input, documentName: 'Stored at ' + new Date().toISOString() };
  await plainFetch(location.pathname, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: demo.live.query, variables: { input } }),
  });
}
self.fetch = async (input, options) => {
  const asked = new URL(input.url ?? input, location.href).searchParams.get('query') ?? String(options?.body);
  if (!asked.includes('__schema')) document.body.classList.add('has-run');
  const response = await plainFetch(input, options);
  const isStream = (response.headers.get('Content-Type') ?? '').split(';')[0].trim() === 'text/event-stream';
  if (demo && isStream && asked.includes('subscription FollowDocuments')) setTimeout(showEvent, 1000);
  return response;
};

addEventListener('DOMContentLoaded', async () => {
  const headers = await fetchingHeaders;
  const menu = document.getElementById('more');
  menu.value = '';
  menu.addEventListener('change', () => {
    if (menu.value) location.assign(location.pathname + '?example=' + menu.value);
  });
  monaco.editor.onDidCreateEditor((editor) => editor.updateOptions({ wordWrap: 'on' }));
  // GraphiQL reads the theme of the system for its editors only once.
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    const isChosen = /graphiql-(light|dark)/.test(document.body.className);
    if (!isChosen) monaco.editor.setTheme(matches ? 'graphiql-DARK' : 'graphiql-LIGHT');
  });
  const asked = new URLSearchParams(location.search);
  const linked = asked.get('query');
  const chosen = more.find(({ name }) => name === asked.get('example'));
  const isFirstVisit = storage.getItem('graphiql:tabState') === null;
  const firstTabs = chosen ? [chosen, ...tabs] : linked === null ? tabs : [{ query: linked }, ...tabs];
  if (chosen) {
    // GraphiQL opens a tab for what was edited last, unless one has it.
    storage.setItem('graphiql:query', chosen.query);
    storage.setItem('graphiql:variables', chosen.variables);
    history.replaceState(null, '', location.pathname);
  }
  YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
    title,
    logo: '<img src="' + icon + '" alt="" width="28" height="28">',
    storage,
    defaultQuery: '',
    defaultTabs: firstTabs.map(({ query, variables }) => ({ query, variables, headers })),
    variables: isFirstVisit ? firstTabs[0].variables : undefined,
    defaultHeaders: headers,
    headers,
    shouldPersistHeaders: false,
    onEditQuery: () => {},
  });
});
`;
