import { addCopyButtons, writeOwnAddress } from './copy.ts';
import { type DemoSettings, fetchDemoToken, settingsOf } from './token.ts';

type Line = {
  readonly name: string;
  readonly calculatedTotal: number;
  readonly taxRate: number;
  readonly reason: string;
  readonly jurisdictionalSalesTaxRules?: { readonly description?: string };
  readonly taxLines?: readonly {
    readonly jurisdiction: { readonly jurisdictionId: string; readonly level: string; readonly name: string };
    readonly appliedRate: number;
    readonly taxAmount: number;
  }[];
};
type Quote = {
  readonly items: readonly Line[];
  readonly taxDate: string;
  readonly finalTransactionAmount: number;
  readonly taxableItemsAmount: number;
  readonly salesTax?: { readonly amount: number; readonly taxRate: number };
  readonly notices?: readonly { readonly code: string; readonly message: string }[];
};
type Problem = {
  readonly detail?: string;
  readonly errors?: readonly { readonly code: string; readonly message: string }[];
};

const settings = settingsOf<{ readonly demo: DemoSettings | null }>();
const at = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const zip = at<HTMLInputElement>('zip');
const result = at('result');
const state = at('state');
const chips = [...document.querySelectorAll<HTMLButtonElement>('.chip')];

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const percent = (rate: number) =>
  `${new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 }).format(rate * 100)} %`;
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const levels: Readonly<Record<string, string>> = {
  STATE: 'State',
  COUNTY: 'County',
  CITY: 'City',
  DISTRICT: 'District',
};

let token: string | null = null;
let asked = 0;

writeOwnAddress();
addCopyButtons();
token = await fetchDemoToken(settings.demo);
if (token) showToken(token);
if (settings.demo && !token) {
  state.textContent = 'Example at the rates of Jul 1, 2026. No demo token is available here; sign in at the console.';
}
await calculate();

zip.addEventListener('input', () => {
  mark();
  if (/^\d{5}$/.test(zip.value)) void calculate();
});
at('zip-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void calculate();
});
for (const chip of chips) {
  chip.addEventListener('click', () => {
    zip.value = chip.dataset.zip!;
    mark();
    void calculate();
  });
}
at('token-form')?.addEventListener('submit', (event) => event.preventDefault());
at('token')?.addEventListener('input', (event) => {
  token = (event.target as HTMLInputElement).value.trim() || null;
  void calculate();
});

function mark(): void {
  for (const chip of chips) chip.setAttribute('aria-pressed', String(chip.dataset.zip === zip.value));
}

/** Shows the response to the latest request, whatever the order of arrival. */
async function calculate(): Promise<void> {
  if (!token) return;
  asked += 1;
  const mine = asked;
  result.setAttribute('aria-busy', 'true');
  const shown = await ask(zip.value, token);
  if (mine !== asked) return;
  result.removeAttribute('aria-busy');
  if (typeof shown === 'string') {
    result.replaceChildren();
    state.textContent = shown;
    return;
  }
  result.replaceChildren(...parts(shown));
  state.textContent = `Calculated at the rates of ${day.format(new Date(shown.taxDate))}. Nothing was stored.`;
}

/** The quote, or the reason why it is missing. */
async function ask(code: string, bearer: string): Promise<Quote | string> {
  try {
    const answer = await fetch('/v1/transactions/calculate', {
      method: 'POST',
      headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        items: [
          { name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 },
          { name: 'Coat', taxCode: 'C1S2', unitPrice: 80 },
        ],
        shippingAddress: { zip: code, country: 'US' },
      }),
    });
    if (answer.ok) return await answer.json();
    if (answer.status === 401) return 'The token is invalid or has expired. Reload the page, or paste a new one.';
    if (answer.status === 429) return 'Too many requests. Try again in a few seconds.';
    const problem: Problem = await answer.json();
    const error = problem.errors?.[0];
    if (error?.code === 'ERR-ADDR-001' && /^\d{5}$/.test(code)) return `ZIP code ${code} is unknown.`;
    return error?.message ?? problem.detail ?? `The gateway responded with status ${answer.status}.`;
  } catch {
    return 'The gateway cannot be reached.';
  }
}

function parts(quote: Quote): HTMLElement[] {
  const lines = element('dl', 'lines');
  for (const line of quote.items) lines.append(pair(line.name, reasonOf(line), money.format(line.calculatedTotal)));
  const { amount = 0, taxRate = 0 } = quote.salesTax ?? {};
  const basis = amount === 0 ? 'No tax' : `${percent(taxRate)} of ${money.format(quote.taxableItemsAmount)}`;
  const tax = pair('Tax', basis, money.format(amount));
  const total = pair('Total', '', money.format(quote.finalTransactionAmount));
  tax.className = 'sum';
  total.className = 'sum total';
  lines.append(tax, total);
  return [lines, jurisdictions(quote), ...notes(quote)];
}

/** The notices for the quote: without them, a missing tax would look as if no tax were due. */
function notes(quote: Quote): HTMLElement[] {
  const notices = quote.notices?.filter(({ code }) => code !== 'DATE_ASSUMED') ?? []; // The page always shows the day.
  if (notices.length === 0) return [];
  const list = element('ul', 'notes');
  list.setAttribute('aria-label', 'Notices');
  list.append(...notices.map(({ message }) => element('li', '', message)));
  return [list];
}

function reasonOf({ reason, jurisdictionalSalesTaxRules }: Line): string {
  if (reason === 'TAXED') return 'Taxed';
  return jurisdictionalSalesTaxRules?.description ?? reason.toLowerCase().replaceAll('_', ' ');
}

function pair(name: string, note: string, amount: string): HTMLElement {
  const row = document.createElement('div');
  const term = element('dt', '', name);
  if (note) term.append(element('small', '', note));
  row.append(term, element('dd', '', amount));
  return row;
}

/** Jurisdictions of all lines, with their tax added up in whole cents. */
function jurisdictions({ items }: Quote): HTMLElement {
  const found = new Map<string, { name: string; level: string; rate: number; cents: number }>();
  for (const { jurisdiction, appliedRate, taxAmount } of items.flatMap(({ taxLines = [] }) => taxLines)) {
    const { jurisdictionId: id, name, level } = jurisdiction;
    const known = found.get(id) ?? { name, level, rate: 0, cents: 0 };
    known.rate = Math.max(known.rate, appliedRate);
    known.cents += Math.round(taxAmount * 100);
    found.set(id, known);
  }
  const most = Math.max(...[...found.values()].map(({ rate }) => rate));
  const body = document.createElement('tbody');
  for (const { name, level, rate, cents } of found.values()) {
    const head = element('th', '', name);
    head.setAttribute('scope', 'row');
    head.append(element('small', '', levels[level] ?? level.toLowerCase()));
    const row = document.createElement('tr');
    row.append(
      head,
      bar(most > 0 ? rate / most : 0),
      element('td', '', percent(rate)),
      element('td', '', money.format(cents / 100)),
    );
    body.append(row);
  }
  const table = document.createElement('table');
  table.append(element('caption', 'unseen', 'Tax by jurisdiction'), body);
  return table;
}

function bar(share: number): HTMLElement {
  const cell = element('td', 'bar');
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  picture.setAttribute('viewBox', '0 0 100 6');
  picture.setAttribute('preserveAspectRatio', 'none');
  picture.setAttribute('aria-hidden', 'true');
  const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  rect.setAttribute('width', String(100 * share));
  rect.setAttribute('height', '6');
  rect.setAttribute('rx', '1');
  picture.append(rect);
  cell.append(picture);
  return cell;
}

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

/** The commands work unchanged if the first one sets a demo token. */
function showToken(value: string): void {
  at('token-title').textContent = 'Set a demo token';
  at('token-words').textContent = 'The token is valid for an hour, and only for this demo.';
  at('token-line').querySelector('code')!.textContent = `TOKEN='${value}'`;
}
