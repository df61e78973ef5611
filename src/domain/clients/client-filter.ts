import type { RecordFilter } from '../base/record-filter.ts';
import type { ClientStatus } from './client.ts';

export type ClientFields = { readonly name: string; readonly status: ClientStatus };

export type ClientFilter = RecordFilter<ClientFields>;
