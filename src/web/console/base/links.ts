import { type Changes, queryText } from './router.ts';
import { root } from './settings.ts';

// The URLs of all kinds of records.

const documentsPath = `${root}/documents`;

export const documentLink = (serviceId: string): string => `${documentsPath}/${serviceId}`;
export const documentsLink = (parameters: Changes): string => `${documentsPath}${queryText(parameters)}`;
/**
 * The value of the parameter `marketplace` for documents without a marketplace. It is not empty, because links drop
 * empty parameters.
 */
export const noMarketplace = ' ';
export const customerDocumentsLink = (serviceId: string): string => documentsLink({ customer: serviceId });

export const returnsPath = `${root}/returns`;
export const liabilityPath = `${root}/liability`;
export const ecSalesListPath = `${returnsPath}/ec-sales-list`;

type ReturnName = { readonly place: string; readonly period: string; readonly scheme: string };

export const returnLink = ({ place, period, scheme }: ReturnName): string =>
  `${returnsPath}/${place}/${period}${queryText({ scheme: scheme === 'STANDARD' ? null : scheme })}`;

export const customersPath = `${root}/customers`;
export const certificatesPath = `${root}/certificates`;
export const nexusPath = `${root}/nexus`;

export const customerPageLink = (serviceId: string): string => `${customersPath}/${serviceId}`;
export const newCertificateLink = (customerId: string, parameters: Readonly<Record<string, string>> = {}): string =>
  `${customersPath}/${customerId}/new-certificate${queryText(parameters)}`;
export const certificateRequestsPath = `${certificatesPath}/requests`;
export const certificateRequestsLink = (customerId: string) => `${certificateRequestsPath}?customer=${customerId}`;
export const certificateLink = (serviceId: string): string => `${certificatesPath}/${serviceId}`;
export const nexusLink = (place: string): string => `${nexusPath}/${place}`;
export const ratesLink = (place: string): string => `${root}/rates${queryText({ place })}`;

/** The tab with the changes in a rate book update. */
export const updateTab = (number: number): string => `update-${number}`;
export const updateLink = (number: number): string => `${root}/rates${queryText({ changes: updateTab(number) })}`;

const settingsPath = `${root}/settings`;

/** A section of the settings, such as `clients`. */
export const settingsLink = (tab: string, parameters: Readonly<Record<string, string>> = {}): string =>
  `${settingsPath}${queryText({ tab: tab === 'account' ? null : tab, ...parameters })}`;
