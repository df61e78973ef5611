import { useEffect, useRef } from 'preact/hooks';
import { baseTexts, searchTexts } from '../../texts/base.ts';
import { Icon, Mark } from '../icons.tsx';
import { shellOperation } from '../operations.ts';
import { forgetAnswers, useQuery } from '../query.ts';
import { path } from '../router.ts';
import { openSearch } from '../search/search.tsx';
import { signedInBy, signOut } from '../session.ts';
import { root } from '../settings.ts';
import type { Entry } from '../view.ts';

/** The navigation: a sidebar, or a menu button in narrow windows. */
export function Side({ entries }: { readonly entries: readonly Entry[] }) {
  const menu = useRef<HTMLDivElement>(null);
  const current = path.value;
  useEffect(() => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
  }, [current]);
  return (
    <>
      <header class="top">
        <button type="button" class="quiet icon-button" aria-label={baseTexts.menu} popovertarget="menu">
          <Icon name="menu" />
        </button>
        <Brand />
        <button type="button" class="quiet icon-button" aria-label={searchTexts.open} onClick={openSearch}>
          <Icon name="search" />
        </button>
      </header>
      <div class="menu" id="menu" popover="auto" ref={menu}>
        <Links entries={entries} />
      </div>
      <header class="side">
        <Brand />
        <button type="button" class="search-button" onClick={openSearch}>
          <Icon name="search" />
          <span>{searchTexts.open}</span>
          <kbd>/</kbd>
        </button>
        <Links entries={entries} />
      </header>
    </>
  );
}

function Brand() {
  return (
    <a class="brand" href={root}>
      <Mark />
      {baseTexts.product}
    </a>
  );
}

function Links({ entries }: { readonly entries: readonly Entry[] }) {
  const { data } = useQuery(shellOperation, {});
  const current = path.value;
  const isCurrent = (entry: Entry) =>
    entry.path === root ? current === root : current === entry.path || current.startsWith(`${entry.path}/`);
  return (
    <>
      <nav aria-label={baseTexts.menu}>
        <ul>
          {entries.map((entry) => (
            <li key={entry.path}>
              <a href={entry.path} aria-current={isCurrent(entry) ? 'page' : undefined}>
                <Icon name={entry.icon} />
                {entry.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="account small">
        <span class="strong">{data?.account.name ?? ' '}</span>
        {signedInBy.value === 'demo' ? (
          <span class="soft">{baseTexts.demoAccount}</span>
        ) : (
          <button
            type="button"
            class="link"
            onClick={() => {
              forgetAnswers();
              signOut();
            }}
          >
            {baseTexts.signOut}
          </button>
        )}
      </div>
    </>
  );
}
