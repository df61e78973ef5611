import { readFileSync } from 'node:fs';
import type { Demo } from '../../domain/account/demo.ts';

/**
 * A GraphiQL tab: an operation that runs unchanged against the demo data, with a two-line comment about its purpose.
 */
export type Example = { readonly query: string; readonly variables: object; readonly isOpened: boolean };

const folder = new URL('./examples/', import.meta.url);

/** The example operations, in workflow order. */
const tour = [
  'calculate-tax',
  'store-customer',
  'store-invoice',
  'find-documents',
  'page-documents',
  'find-doubts',
  'why-zero',
  'prepare-e-invoice',
  'prove-place',
  'sell-on-marketplace',
  'map-products',
  'compare-scenarios',
  'replay-invoice',
  'reconcile-documents',
  'handle-errors',
  'look-up-rates',
  'store-certificate',
  'ask-for-certificate',
  'refund-invoice',
  'check-certificates',
  'check-tax-numbers',
  'test-land',
  'follow-documents',
  'watch-nexus',
  'read-exposure',
  'read-liability',
  'read-journal',
  'prepare-return',
  'verify-receipt',
  'prepare-one-stop-shop',
  'read-ec-sales-list',
  'file-documents',
  'add-webhook',
];

/** The tabs that GraphiQL opens with; the other examples are in the menu of the page. */
const opened: readonly string[] = [
  'calculate-tax',
  'store-customer',
  'store-invoice',
  'find-documents',
  'store-certificate',
  'refund-invoice',
  'prepare-return',
];

/** The placeholder for a customer id in the files, because only the demo has the id. */
const anyCustomer = 'the serviceId of a customer';

export const examplesFor = (demo: Demo | null): readonly Example[] => tour.map((name) => readExample(name, demo));

/** The change that the page makes in the demo while FollowDocuments runs, each time with a different name. */
export const liveEvent = (demo: Demo): Example => readExample('live-event', demo);

/** Reads `name.graphql`, and its variables from `name.json`. */
function readExample(name: string, demo: Demo | null): Example {
  const read = (ending: string) => readFileSync(new URL(`${name}.${ending}`, folder), 'utf8');
  const variables = JSON.parse(read('json'), (_key, value) => (value === anyCustomer && demo?.customerId) || value);
  return { query: read('graphql'), variables, isOpened: opened.includes(name) };
}
