import { type DemoSettings, fetchDemoToken, settingsOf } from './token.ts';

type Settings = {
  readonly document: string;
  /** The URL of the viewer, which is a JavaScript module. */
  readonly viewer: string;
  readonly demo: DemoSettings | null;
};
type Parameter = { in?: string; required?: boolean; example?: unknown };
type Responses = Record<string, { content?: Record<string, unknown> }>;
type Operation = {
  parameters?: Parameter[];
  responses: Responses;
  description?: string;
  security?: Record<string, string[]>[];
  'x-codeSamples'?: readonly { readonly source: string }[];
};
type OpenapiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter>; responses: Responses };
};

const methods = new Set(['get', 'put', 'post', 'patch', 'delete']);
const settings = settingsOf<Settings>();

const [{ createApiReference }, content, token] = await Promise.all([
  import(settings.viewer),
  fetch(settings.document)
    .then((answer) => answer.json())
    .then(prepared),
  fetchDemoToken(settings.demo),
]);
document.getElementById('loading')?.remove();
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
createApiReference('#reference', {
  content,
  authentication: { preferredSecurityScheme: 'bearer', securitySchemes: { bearer: { token: token ?? '' } } },
  // Disables all third-party features of the viewer: fonts, assistant, tools, sharing, statistics and proxy.
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  telemetry: false,
  proxyUrl: '',
  externalUrls: { dashboardUrl: '', registryUrl: '', proxyUrl: '', apiBaseUrl: '' },
  documentDownloadType: 'none',
  theme: 'none',
  hideDarkModeToggle: true,
  // Schemas are only shown where they are used.
  hideModels: true,
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: hiddenClients(),
  generateOperationSlug: ({ operationId, method, path }: { operationId?: string; method: string; path: string }) =>
    operationId ?? `${method}${path}`,
});

/** The document for the viewer, which adds samples in other languages with the reader's token and values. */
function prepared(whole: OpenapiDocument): OpenapiDocument {
  for (const parameter of Object.values(whole.components.parameters)) unlessAsked(parameter);
  withoutExplanations(whole.components.responses);
  for (const operations of Object.values(whole.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (!methods.has(method)) continue;
      operation.parameters?.forEach(unlessAsked);
      withoutExplanations(operation.responses);
      const [graphql] = operation['x-codeSamples'] ?? [];
      delete operation['x-codeSamples'];
      if (graphql) {
        operation.description = `${operation.description}\n\n<details><summary>The same in GraphQL</summary>\n\n\`\`\`graphql\n${graphql.source}\n\`\`\`\n\n</details>`;
      }
      // The bearer scheme comes first: a token can be entered directly, but client credentials must be exchanged for a
      // token.
      operation.security?.sort((one, other) => Number('bearer' in other) - Number('bearer' in one));
    }
  }
  return whole;
}

/** The viewer would send every header that has an example, so optional headers get no example. */
function unlessAsked(parameter: Parameter): void {
  if (parameter.in === 'header' && !parameter.required) delete parameter.example;
}

/** The viewer takes this media type for JSON, and would show a GraphQL request in place of the record. */
function withoutExplanations(responses: Responses): void {
  for (const { content } of Object.values(responses)) delete content?.['application/graphql-request+json'];
}

/** Accessibility fixes for the viewer, for screen readers and keyboard users. */
function mend(): void {
  const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);
  for (const button of all('button[class*="copy-button"]:not([aria-label])')) button.setAttribute('aria-label', 'Copy');
  for (const header of all('.t-doc__header:not([role])')) {
    header.setAttribute('role', 'navigation');
    header.setAttribute('aria-label', 'Menu');
  }
  for (const list of all('.endpoints:not([tabindex])')) list.tabIndex = 0;
  for (const button of all('button[role="none"]')) button.removeAttribute('role');
  for (const field of all('[role="combobox"]:not([aria-expanded])')) field.setAttribute('aria-expanded', 'false');
  for (const field of all('[role="combobox"][contenteditable]:not([aria-label], [aria-labelledby])')) {
    field.setAttribute('aria-label', 'Value');
  }
}

/** Hides all clients except one library for each of five languages. */
function hiddenClients(): Record<string, boolean | string[]> {
  const all = [
    'c',
    'clojure',
    'dart',
    'fsharp',
    'go',
    'http',
    'julia',
    'kotlin',
    'node',
    'objc',
    'ocaml',
    'powershell',
    'r',
    'ruby',
    'rust',
    'swift',
  ];
  return {
    ...Object.fromEntries(all.map((name) => [name, true])),
    shell: ['httpie', 'wget'],
    js: ['axios', 'jquery', 'ofetch', 'xhr'],
    python: ['python3', 'httpx_sync', 'httpx_async', 'aiohttp'],
    java: ['asynchttp', 'okhttp', 'unirest'],
    csharp: ['restsharp'],
    php: true,
  };
}
