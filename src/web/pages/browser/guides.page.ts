import { addCopyButtons, writeOwnAddress } from './copy.ts';
import { settingsOf } from './token.ts';

/** The section below a heading of a guide. */
type Section = {
  readonly slug: string;
  readonly name: string;
  readonly id: string;
  readonly heading: string;
  readonly text: string;
};
type Found = { readonly section: Section; readonly score: number };

const settings = settingsOf<{ readonly search: string; readonly path: string }>();
const input = document.getElementById('search') as HTMLInputElement;
const found = document.getElementById('found')!;
const mostShown = 12;
let sections: Promise<readonly Section[]> | null = null;

writeOwnAddress();
addCopyButtons();

input.addEventListener('input', () => void search());
input.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') clear();
  if (event.key === 'ArrowDown') move(event, found.querySelector('a'));
});
found.addEventListener('keydown', (event) => {
  const links = [...found.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  if (event.key === 'Escape') clear();
  if (event.key === 'ArrowDown') move(event, links[at + 1]);
  if (event.key === 'ArrowUp') move(event, links[at - 1] ?? input);
});
document.getElementById('search-form')!.addEventListener('submit', (event) => {
  event.preventDefault();
  found.querySelector('a')?.click();
});
addEventListener('keydown', (event) => {
  const isTyping = (event.target as HTMLElement).matches('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
});

function move(event: KeyboardEvent, target: HTMLElement | null | undefined): void {
  event.preventDefault();
  target?.focus();
}

function clear(): void {
  input.value = '';
  found.hidden = true;
  input.focus();
}

async function search(): Promise<void> {
  const words = input.value.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? [];
  if (words.length === 0) {
    found.hidden = true;
    return;
  }
  sections ??= fetch(settings.search).then((answer) => answer.json());
  const asked = input.value;
  const all = (await sections)
    .map((section): Found => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, mostShown);
  if (asked !== input.value) return;
  found.replaceChildren(...(all.length > 0 ? [list(all, words)] : [nothing()]));
  found.hidden = false;
}

/** All words must occur; words in the heading rank highest. */
function scoreOf({ name, heading, text }: Section, words: readonly string[]): number {
  const head = `${name} ${heading}`.toLowerCase();
  const body = text.toLowerCase();
  let score = 0;
  for (const word of words) {
    const inHead = head.includes(word);
    const count = body.split(word).length - 1;
    if (!inHead && count === 0) return 0;
    score += (inHead ? 10 : 0) + Math.min(count, 5);
  }
  return score;
}

function list(all: readonly Found[], words: readonly string[]): HTMLElement {
  const made = document.createElement('ul');
  for (const { section } of all) {
    const link = document.createElement('a');
    link.href = `${settings.path}/${section.slug}${section.id ? `#${section.id}` : ''}`;
    link.addEventListener('click', () => {
      found.hidden = true;
    });
    const name = document.createElement('strong');
    name.textContent = section.heading === section.name ? section.name : `${section.name} › ${section.heading}`;
    const text = document.createElement('small');
    text.textContent = excerpt(section.text, words);
    link.append(name, text);
    const item = document.createElement('li');
    item.append(link);
    made.append(item);
  }
  return made;
}

/** The words around the first match in a text. */
function excerpt(text: string, words: readonly string[]): string {
  const hits = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const hit = hits.length > 0 ? Math.min(...hits) : 0;
  const from = hit < 60 ? 0 : text.indexOf(' ', hit - 50) + 1;
  const shown = text.slice(from, from + 130);
  return `${from > 0 ? '… ' : ''}${shown}${from + 130 < text.length ? ' …' : ''}`;
}

function nothing(): HTMLElement {
  const made = document.createElement('p');
  made.className = 'soft';
  made.textContent = 'No results. Try fewer or different words.';
  return made;
}
