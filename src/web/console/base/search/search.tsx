import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { searchTexts } from '../../texts/base.ts';
import { Dialog } from '../dialog.tsx';
import { FailureNote } from '../loaded.tsx';
import { searchOperation } from '../operations.ts';
import { useQuery } from '../query.ts';
import { navigate } from '../router.ts';
import { type Found, foundIn, termsOf } from './results.ts';

const pauseMs = 180;

export function Search() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      isSearchOpen.value = true;
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const close = () => {
    isSearchOpen.value = false;
  };
  if (!isSearchOpen.value) return null;
  return (
    <Dialog title={searchTexts.title} onClose={close} class="search">
      <SearchBox close={close} />
    </Dialog>
  );
}

/** A combobox: the focus stays in the field, and arrow keys select from the list. */
function SearchBox({ close }: { readonly close: () => void }) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      setAsked(typed.trim());
      setChosen(0);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery(searchOperation, asked.length < 2 ? null : termsOf(asked));
  const groups = query.data ? foundIn(query.data) : [];
  const all = groups.flatMap(({ found }) => found);
  const open = ({ href }: Found) => {
    close();
    navigate(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && all.length > 0) {
      event.preventDefault();
      const next = (chosen + by + all.length) % all.length;
      setChosen(next);
      list.current?.querySelector(`#found-${next}`)?.scrollIntoView({ block: 'nearest' });
    }
    const found = all[chosen];
    if (event.key === 'Enter' && found && asked === typed.trim()) {
      event.preventDefault();
      open(found);
    }
  };
  let index = -1;
  return (
    <div>
      <input
        type="text"
        role="combobox"
        aria-expanded={all.length > 0}
        aria-controls="found"
        aria-activedescendant={all.length > 0 ? `found-${chosen}` : undefined}
        aria-label={searchTexts.placeholder}
        placeholder={searchTexts.placeholder}
        autocomplete="off"
        spellcheck={false}
        autofocus
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div id="found" role="listbox" aria-label={searchTexts.title} ref={list}>
        {groups.map(({ name, found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields.
          <div role="group" aria-label={name} key={name}>
            <div class="group-name small soft" aria-hidden="true">
              {name}
            </div>
            {found.map((one) => {
              index += 1;
              const own = index;
              return (
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles keys.
                <div
                  key={one.href + one.title}
                  id={`found-${own}`}
                  role="option"
                  aria-selected={own === chosen}
                  class="option"
                  onMouseEnter={() => setChosen(own)}
                  onClick={() => open(one)}
                >
                  <span class="cut">{one.title}</span>
                  <span class="soft small cut">{one.about}</span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <div class="small soft search-state" role="status">
        {query.failure ? (
          <FailureNote failure={query.failure} again={query.again} />
        ) : asked.length < 2 ? (
          searchTexts.hint
        ) : query.data && !query.isLoading ? (
          all.length === 0 ? (
            searchTexts.none(asked)
          ) : (
            searchTexts.found(all.length)
          )
        ) : null}
      </div>
    </div>
  );
}

const isSearchOpen = signal(false);

export function openSearch(): void {
  isSearchOpen.value = true;
}

const editable = 'input, textarea, select, [contenteditable]';

/** `/` opens the search, except while typing in a field; Ctrl-K and ⌘K always do. */
function isSearchKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey) return true;
  const isWriting = target instanceof Element && target.closest(editable) !== null;
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isWriting;
}
