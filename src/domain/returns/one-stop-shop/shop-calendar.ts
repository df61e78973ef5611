import type { FilingFrequency } from '../../nexus/nexus-record.ts';
import type { ShopScheme } from '../../nexus/one-stop-shop.ts';

/** The law sets the frequency and due day of returns; a registration cannot change them. */
export const shopCalendar: Readonly<Record<ShopScheme, { frequency: FilingFrequency; source: string }>> = {
  NON_UNION_ONE_STOP_SHOP: { frequency: 'QUARTERLY', source: dueSource('364') },
  UNION_ONE_STOP_SHOP: { frequency: 'QUARTERLY', source: dueSource('369f') },
  IMPORT_ONE_STOP_SHOP: { frequency: 'MONTHLY', source: dueSource('369s') },
};

function dueSource(article: string): string {
  return `Directive 2006/112/EC, article ${article}: the end of the month after the period, also on a weekend or holiday (not checked against its text)`;
}
