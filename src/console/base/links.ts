import { queryText } from './router.ts';
import { root } from './settings.ts';

// Where each kind of record is shown, in one place.

const documentsPath = `${root}/documents`;

export const documentLink = (serviceId: string): string => `${documentsPath}/${serviceId}`;
export const documentsLink = (parameters: Readonly<Record<string, string>>): string =>
  `${documentsPath}${queryText(new URLSearchParams(), parameters)}`;
export const customerLink = (serviceId: string): string => documentsLink({ customer: serviceId });

export const returnsPath = `${root}/returns`;
export const liabilityPath = `${root}/liability`;
export const ecSalesListPath = `${returnsPath}/ec-sales-list`;

type ReturnName = { readonly place: string; readonly period: string; readonly scheme: string };

export const returnLink = ({ place, period, scheme }: ReturnName): string =>
  `${returnsPath}/${place}/${period}${queryText(new URLSearchParams(), { scheme: scheme === 'STANDARD' ? null : scheme })}`;
export const liabilityLink = (parameters: Readonly<Record<string, string>>): string =>
  `${liabilityPath}${queryText(new URLSearchParams(), parameters)}`;
