import { importOneStopShopNumber } from '../../nexus/declared-basis.ts';
import type { FilingFrequency } from '../../nexus/filing-frequency.ts';
import type { NexusRegistration, RegistrationScheme } from '../../nexus/nexus-record.ts';

export type ShopScheme = Exclude<RegistrationScheme, 'STANDARD'>;

export function isShopScheme(scheme: RegistrationScheme): scheme is ShopScheme {
  return scheme !== 'STANDARD';
}

/** A number of the import scheme tells it apart from the Union scheme. */
export function schemeOf({ scheme, number }: Pick<NexusRegistration, 'scheme' | 'number'>): RegistrationScheme {
  const isImport = scheme === 'UNION_ONE_STOP_SHOP' && number !== null && importOneStopShopNumber.test(number.trim());
  return isImport ? 'IMPORT_ONE_STOP_SHOP' : scheme;
}

/** The law decides how often a return is filed, and when; a registration cannot change it. */
export const shopCalendar: Readonly<Record<ShopScheme, { frequency: FilingFrequency; source: string }>> = {
  NON_UNION_ONE_STOP_SHOP: { frequency: 'QUARTERLY', source: dueSource('364') },
  UNION_ONE_STOP_SHOP: { frequency: 'QUARTERLY', source: dueSource('369f') },
  IMPORT_ONE_STOP_SHOP: { frequency: 'MONTHLY', source: dueSource('369s') },
};

function dueSource(article: string): string {
  return `Directive 2006/112/EC, article ${article}: the end of the month after the period, also on a weekend or holiday (not checked against its text)`;
}
