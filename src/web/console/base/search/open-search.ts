import { signal } from '@preact/signals';

export const isSearchOpen = signal(false);

export function openSearch(): void {
  isSearchOpen.value = true;
}

const editable = 'input, textarea, select, [contenteditable]';

/** `/` searches, unless one is writing; Ctrl-K and ⌘K do anywhere. */
export function isSearchKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey) return true;
  const isWriting = target instanceof Element && target.closest(editable) !== null;
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isWriting;
}
