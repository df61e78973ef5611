import { computed, signal } from '@preact/signals';
import { root } from './settings.ts';

/** The URL is the state: it determines everything a view shows, so that any link can be shared. */
type Place = { readonly path: string; readonly search: string };

const placeOf = ({ pathname, search }: { pathname: string; search: string }): Place => ({
  path: pathname.replace(/\/+$/, '') || '/',
  search,
});

const place = signal<Place>({ path: root, search: '' });
export const path = computed(() => place.value.path);
export const query = computed(() => new URLSearchParams(place.value.search));

type Navigation = { readonly replace?: boolean };

export function navigate(target: string, { replace = false }: Navigation = {}): void {
  const url = new URL(target, location.href);
  if (replace) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  place.value = placeOf(url);
}

export type Changes = Readonly<Record<string, string | null | undefined>>;

/** The URL of this page with changed parameters; null and empty text remove a parameter. */
export function withQuery(changes: Changes): string {
  return `${path.value}${queryText(changes, query.value)}`;
}

/** The parameters for the first page, to which every filter change leads. */
export const firstPage = { after: null, before: null };

type Page =
  | { readonly first: number; readonly after: string | null }
  | { readonly last: number; readonly before: string };

/** The page of a list given by the parameters `after` and `before`. */
export function pageOf(parameters: URLSearchParams, size: number): Page {
  const before = parameters.get('before');
  return before === null ? { first: size, after: parameters.get('after') } : { last: size, before };
}

/** The changed parameters as text with a leading `?`; empty without parameters. */
export function queryText(changes: Changes, before = new URLSearchParams()): string {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value == null || value === '') next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString().replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/');
  return text === '' ? '' : `?${text}`;
}

/** The parameters of a path like `/console/documents/:id`; null for other paths. */
export function matchPath(pattern: string, actual: string): Readonly<Record<string, string>> | null {
  const names: string[] = [];
  const form = pattern.replaceAll(/:(\w+)/g, (_match, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  const found = new RegExp(`^${form}$`).exec(actual);
  if (!found) return null;
  return Object.fromEntries(names.map((name, index) => [name, decoded(found[index + 1]!)]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Handles the browser's back and forward buttons, and links within the console, without reloading the page. */
export function startRouter(): void {
  place.value = placeOf(location);
  addEventListener('popstate', () => {
    place.value = placeOf(location);
  });
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href');
    if (!link || href == null || link.getAttribute('target') || link.hasAttribute('download')) return;
    const url = new URL(href, location.href);
    const isOurs = url.origin === location.origin && (url.pathname === root || url.pathname.startsWith(`${root}/`));
    if (!isOurs || href.startsWith('#')) return;
    event.preventDefault();
    navigate(url.href);
  });
}
