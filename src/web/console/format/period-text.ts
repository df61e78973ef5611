import { dayText, monthText, today } from './format.ts';
import { daysOf } from './period.ts';

/** The name of a period, such as `June 2026` for `2026-06`; also for quarters, half-years and years. */
export function periodName(period: string): string {
  const quarter = /^(\d{4})-Q(\d)$/.exec(period);
  if (quarter) return `Q${quarter[2]} ${quarter[1]}`;
  const half = /^(\d{4})-H(\d)$/.exec(period);
  if (half) return `${half[2] === '1' ? 'First' : 'Second'} half of ${half[1]}`;
  if (/^\d{4}-\d{2}$/.test(period)) return monthText(period);
  const [from, to] = period.split('..');
  return from && to ? (from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`) : period;
}

/** The name of a period, such as `June 2026 so far` while the period is running. */
export function periodSoFar(period: string, now = today()): string {
  const days = daysOf(period);
  const isRunning = days !== null && days.from <= now && now <= days.to;
  return isRunning ? `${periodName(period)} so far` : periodName(period);
}
