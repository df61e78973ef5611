/* The exports of the package. */
export { type Call, type ClientOptions, createClient, type RestRequest, type TollgateClient } from './client.ts';
export { type Issue, type Kind, TollgateError } from './errors.ts';
export type {
  Address,
  AddressCandidate,
  Certificate,
  CustomerInput,
  DocumentInput,
  ExternalTimestamps,
  ItemInput,
  Quote,
  QuotedLine,
  QuoteInput,
  RecordKey,
  RefundInput,
  ShippingFeeInput,
  StoredCustomer,
  StoredDocument,
  TaxLine,
  TaxNumberCheck,
} from './types.ts';
