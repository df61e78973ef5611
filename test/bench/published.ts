import { readFileSync, writeFileSync } from 'node:fs';
import { figure } from './report.ts';

const readme = new URL('README.md', import.meta.url);
const picture = new URL('results.svg', import.meta.url);
const marks = ['<!-- results -->', '<!-- end of results -->'] as const;

/** One scenario: processor time of server and PostgreSQL per request, in microseconds, and requests per second. */
export type Published = {
  readonly name: string;
  readonly ours: number;
  readonly byHand: number;
  readonly requestsPerSecond: number;
  readonly requestsPerSecondByHand: number;
};

/** Writes the table and the picture of the README of this folder. */
export function publish(results: readonly Published[], machine: string): void {
  const text = readFileSync(readme, 'utf8');
  const [start, end] = [text.indexOf(marks[0]), text.indexOf(marks[1])];
  if (start < 0 || end < start) throw new Error(`README.md has no ${marks.join(' … ')}.`);
  const found = `${marks[0]}\n\n${machine}.\n\n${tableOf(results)}\n\n![The same as bars](results.svg)\n\n`;
  writeFileSync(readme, text.slice(0, start) + found + text.slice(end));
  writeFileSync(picture, pictureOf(results));
}

function tableOf(results: readonly Published[]): string {
  const rows = results.map((one) => {
    const rates = `${figure(one.requestsPerSecond)} / ${figure(one.requestsPerSecondByHand)}`;
    const share = figure(one.requestsPerSecond / one.requestsPerSecondByHand, 2);
    return `| ${one.name} | ${figure(one.ours)} / ${figure(one.byHand)} | **${figure(one.byHand / one.ours, 2)}** | ${rates} | ${share} |`;
  });
  const head = '| | processor time, µs | ratio | requests/s | ratio |\n|---|---|---|---|---|';
  return [head, ...rows].join('\n');
}

const [left, barWidth, rowHeight] = [330, 300, 26];

/** A bar for each ratio of processor time; the line is the hand-written server. */
function pictureOf(results: readonly Published[]): string {
  const height = results.length * rowHeight + 40;
  const most = 1.2;
  const at = (ratio: number) => left + (Math.min(ratio, most) / most) * barWidth;
  const bars = results.map(({ name, ours, byHand }, index) => {
    const y = 10 + index * rowHeight;
    const ratio = byHand / ours;
    const label = `<text x="${left - 8}" y="${y + 14}" text-anchor="end">${escaped(name)}</text>`;
    const bar = `<rect x="${left}" y="${y}" width="${(at(ratio) - left).toFixed(1)}" height="18" fill="#2f6f4f"/>`;
    return `${label}${bar}<text x="${(at(ratio) + 6).toFixed(1)}" y="${y + 14}">${figure(ratio, 2)}</text>`;
  });
  const line = `<line x1="${at(1)}" x2="${at(1)}" y1="4" y2="${height - 26}" stroke="#888" stroke-dasharray="3 3"/>`;
  const legend = `<text x="${at(1)}" y="${height - 10}" text-anchor="middle" fill="#666">hand-written = 1</text>`;
  const frame = `xmlns="http://www.w3.org/2000/svg" width="720" height="${height}" font-family="sans-serif" font-size="12"`;
  return `<svg ${frame} role="img" aria-label="Ratios of processor time">\n${[...bars, line, legend].join('\n')}\n</svg>\n`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
