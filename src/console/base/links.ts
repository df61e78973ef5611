import { queryText } from './router.ts';
import { root } from './settings.ts';

// Where each kind of record is shown, in one place.

const documentsPath = `${root}/documents`;

export const documentLink = (serviceId: string): string => `${documentsPath}/${serviceId}`;
export const documentsLink = (parameters: Readonly<Record<string, string>>): string =>
  `${documentsPath}${queryText(new URLSearchParams(), parameters)}`;
export const customerLink = (serviceId: string): string => documentsLink({ customer: serviceId });
