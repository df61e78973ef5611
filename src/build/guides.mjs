// The guides: Markdown files in this repository rendered as HTML, with their text for search. Only our own files are
// rendered, and HTML in them is shown as text.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Marked } from 'marked';

/** Listed in the order in which users need them. */
const list = [
  ['quick-start', 'Quick start', 'src/rest/quick-start.md'],
  ['quotes', 'Quotes', 'src/usecases/transactions/quotes.md'],
  ['documents', 'Documents', 'src/usecases/transactions/documents.md'],
  ['refunds', 'Refunds', 'src/usecases/transactions/refunds.md'],
  ['marketplaces', 'Marketplaces', 'src/usecases/transactions/marketplaces.md'],
  ['certificates', 'Certificates', 'src/usecases/exemptions/certificates.md'],
  ['returns', 'Returns', 'src/usecases/returns/returns.md'],
  ['webhooks', 'Webhooks', 'src/adapters/webhooks/GUIDE.md'],
  ['graphql', 'GraphQL', 'src/graphql/GUIDE.md'],
  ['test-land', 'Test land', 'src/domain/account/test-land.md'],
  ['limits', 'Limits', 'src/rest/http/limits.md'],
  ['operations', 'Operations', 'src/config/README.md'],
];
const slugOf = new Map(list.map(([slug, , file]) => [file, slug]));

export function guides() {
  const made = list.map(([slug, name, file]) => guide(slug, name, file));
  return {
    pages: made.map(({ sections: _, ...page }) => page),
    search: made.flatMap(({ slug, name, sections }) => sections.map((section) => ({ slug, name, ...section }))),
  };
}

function guide(slug, name, file) {
  const headings = [];
  const taken = new Map();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = plainText(tokens);
        const base = anchorOf(text);
        const count = taken.get(base) ?? 0;
        taken.set(base, count + 1);
        const id = count === 0 ? base : `${base}-${count}`;
        headings.push({ id, text, depth });
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${inner}</h1>\n`;
        return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to ${escaped(text)}">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const target = targetOf(href, file);
        return target === null ? inner : `<a href="${escaped(target)}">${inner}</a>`;
      },
      code({ text, lang }) {
        return `<pre tabindex="0"${lang ? ` data-lang="${escaped(lang)}"` : ''}><code>${escaped(text)}</code></pre>\n`;
      },
      table(token) {
        const head = token.header
          .map((cell) => (cell.text.trim() === '' ? '<td></td>' : `<th>${this.parser.parseInline(cell.tokens)}</th>`))
          .join('');
        const rows = token.rows.map(
          (row) => `<tr>${row.map((cell) => `<td>${this.parser.parseInline(cell.tokens)}</td>`).join('')}</tr>`,
        );
        // A table whose first row is empty has no header.
        const hasHead = token.header.some((cell) => cell.text.trim() !== '');
        return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>${hasHead ? `<thead><tr>${head}</tr></thead>` : ''}<tbody>${rows.join('')}</tbody></table></div>\n`;
      },
      html: ({ text }) => escaped(text),
      image: ({ text }) => escaped(text),
    },
  });
  const source = readFileSync(file, 'utf8');
  const html = marked.parse(source);
  const [lead] = marked.lexer(source).filter(({ type }) => type === 'paragraph');
  return {
    slug,
    name,
    title: headings[0].text,
    lead: plainText(lead.tokens),
    html,
    contents: headings.filter(({ depth }) => depth === 2).map(({ id, text }) => ({ id, text })),
    sections: sectionsOf(marked.lexer(source), headings),
  };
}

/** The text below each heading, for search. Includes code: many paths and fields occur only in examples. */
function sectionsOf(tokens, headings) {
  const sections = [];
  let next = 0;
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { id, text, depth } = headings[next++];
      sections.push({ id: depth === 1 ? '' : id, heading: text, text: '' });
    } else if (token.type !== 'space') {
      const last = sections.at(-1);
      last.text = `${last.text} ${textOf(token)}`.replaceAll(/\s+/g, ' ').trim();
    }
  }
  return sections;
}

function textOf(token) {
  if (token.type === 'table') {
    return [token.header, ...token.rows].map((row) => row.map(({ tokens }) => plainText(tokens)).join(' ')).join(' ');
  }
  if (token.type === 'list') return token.items.map(({ tokens }) => tokens.map(textOf).join(' ')).join(' ');
  return token.tokens ? plainText(token.tokens) : (token.text ?? '');
}

function plainText(tokens) {
  return tokens.map((token) => (token.tokens ? plainText(token.tokens) : unescaped(token.text ?? ''))).join('');
}

/**
 * Links between guides lead to their pages. Other files in the repository are not served, so links to them become plain
 * text.
 */
function targetOf(href, file) {
  if (/^https?:/.test(href) || href.startsWith('#') || href.startsWith('/')) return href;
  const [path, anchor] = href.split('#');
  const slug = slugOf.get(join(dirname(file), path));
  return slug === undefined ? null : `/docs/${slug}${anchor ? `#${anchor}` : ''}`;
}

const anchorOf = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number} -]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text) => text.replaceAll(/[&<>"']/g, (character) => entities[character]);
/** Marked escapes the text of some tokens. */
const unescaped = (text) =>
  Object.entries(entities).reduceRight((all, [character, entity]) => all.replaceAll(entity, character), text);
