import { signal } from '@preact/signals';

export const isSearchOpen = signal(false);

export function openSearch(): void {
  isSearchOpen.value = true;
}

const editable = 'input, textarea, select, [contenteditable]';

/** `/` opens the search, except while typing in a field; Ctrl-K and ⌘K always do. */
export function isSearchKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey) return true;
  const isWriting = target instanceof Element && target.closest(editable) !== null;
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isWriting;
}
