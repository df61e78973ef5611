import { type Issue, invalidInput } from '../domain/errors.ts';
import { sourceInput, text } from '../domain/input.ts';
import { type FoundPlace, periodIssues, readPlaceFilter } from '../domain/list-filter.ts';
import type { ExemptionFilter, TransactionFilter } from '../stores/stores.ts';
import type { Builder } from './builder.ts';
import type { GraphqlContext } from './context.ts';
import type { Enums } from './enums.ts';

/** What lists can be narrowed by; `read…` turns what was sent into what the stores take. */
export function addListFilters(builder: Builder, enums: Enums) {
  const stateOf = (what: string) =>
    `${what} this state or region, by code or name (\`MN\`, \`Minnesota\`, \`CA-QC\`); with \`country\` absent, of the US, unless a region’s code tells its country. Unknown ones are errors.`;
  const since =
    'Stored or changed here at this instant or later. To keep up with changes, begin each reading five minutes before the last one began, and expect records again: one may be seen a little after its `updatedDate`.';
  const days = builder.inputType('DayRange', {
    description: 'A span of calendar days, both ends included; an absent end is open.',
    fields: (t) => ({
      from: t.field({ type: 'Date', description: 'The first day.' }),
      to: t.field({ type: 'Date', description: 'The last day; not before `from`.' }),
    }),
  });
  const transaction = builder.inputType('TransactionFilter', {
    description: 'Leaves the documents that fit every member given.',
    fields: (t) => ({
      customerId: t.field({ type: 'UUID', description: 'Of this customer.' }),
      source: t.string({ description: 'Of this source.', validate: { schema: sourceInput } }),
      transactionType: t.field({ type: enums.transactionType, description: 'Of this type.' }),
      transactionStatus: t.field({ type: enums.transactionStatus, description: 'Of this status.' }),
      transactionFilingStatus: t.field({ type: enums.transactionFilingStatus, description: 'Filed, or not.' }),
      country: t.field({ type: 'CountryCode', description: 'Taxed in this country.' }),
      state: t.string({ description: stateOf('Taxed in'), validate: { schema: text(1, 100) } }),
      createdFrom: t.string({
        description: 'Made from the document with this external id.',
        validate: { schema: text(1, 256) },
      }),
      taxDate: t.field({ type: days, description: 'With a tax date in this span.' }),
      updatedSince: t.field({ type: 'DateTime', description: since }),
    }),
  });
  const exemption = builder.inputType('ExemptionFilter', {
    description: 'Leaves the exemptions that fit every member given.',
    fields: (t) => ({
      customerId: t.field({ type: 'UUID', description: 'Of this customer.' }),
      country: t.field({ type: 'CountryCode', description: 'In this country.' }),
      state: t.string({ description: stateOf('In'), validate: { schema: text(1, 100) } }),
      exemptionStatus: t.field({ type: enums.exemptionStatus, description: 'Of this status.' }),
      activeOn: t.field({ type: 'Date', description: 'Active, and valid on this day.' }),
      updatedSince: t.field({ type: 'DateTime', description: since }),
    }),
  });
  const customer = builder.inputType('CustomerFilter', {
    description: 'Leaves the customers that fit every member given.',
    fields: (t) => ({
      source: t.string({ description: 'Of this source.', validate: { schema: sourceInput } }),
      updatedSince: t.field({ type: 'DateTime', description: since }),
    }),
  });
  return { transaction, exemption, customer };
}

export type ListFilters = ReturnType<typeof addListFilters>;

type Sent<Filter extends { readonly $inferInput: unknown }> = Filter['$inferInput'] | null | undefined;

export function readTransactionFilter(
  ctx: GraphqlContext,
  filter: Sent<ListFilters['transaction']>,
): TransactionFilter {
  const { taxDate, ...sent } = filter ?? {};
  const period = periodIssues(taxDate ?? {}).map((issue) => ({ ...issue, path: ['taxDate', ...issue.path] }));
  const place = placeIn(ctx, sent, period);
  return {
    customerId: sent.customerId ?? undefined,
    source: sent.source ?? undefined,
    transactionType: sent.transactionType ?? undefined,
    transactionStatus: sent.transactionStatus ?? undefined,
    transactionFilingStatus: sent.transactionFilingStatus ?? undefined,
    createdFrom: sent.createdFrom ?? undefined,
    updatedSince: sent.updatedSince ?? undefined,
    from: taxDate?.from ?? undefined,
    to: taxDate?.to ?? undefined,
    ...place,
  };
}

export function readExemptionFilter(ctx: GraphqlContext, filter: Sent<ListFilters['exemption']>): ExemptionFilter {
  return {
    customerId: filter?.customerId ?? undefined,
    exemptionStatus: filter?.exemptionStatus ?? undefined,
    activeOn: filter?.activeOn ?? undefined,
    updatedSince: filter?.updatedSince ?? undefined,
    ...placeIn(ctx, filter ?? {}),
  };
}

/** Throws the faults of the place together with those that were found before. */
function placeIn(
  { reference }: GraphqlContext,
  sent: { country?: string | null; state?: string | null },
  found: readonly Issue[] = [],
): FoundPlace {
  const { place, issues } = readPlaceFilter(reference, sent);
  const all = [...issues, ...found].map((issue) => ({ ...issue, path: ['filter', ...issue.path] }));
  if (all.length > 0) throw invalidInput(all);
  return place;
}
