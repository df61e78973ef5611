import { z } from 'zod';
import { currencyInput } from '../../domain/base/currency.ts';
import { blankAsAbsent, boundedText, serviceIdInput } from '../../domain/base/fields.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { type Declaration, namesOf, type RecordOf } from '../../domain/base/record.ts';
import { encodeNewestFirstCursor, newestFirstCursor, type Position } from '../../domain/lists/cursor.ts';
import {
  comparisonWords,
  conditionsFrom,
  type DeclaredList,
  type FilterOf,
  fieldsInDoors,
  filterNameOf,
  isValue,
  type ListField,
} from '../../domain/lists/declared-list.ts';
import type { Context } from '../../ports/context.ts';
import type { AskedOfRest } from '../selections/graphql-variables.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { inPeriod, periodOf } from './dated-query.ts';
import { eachShown, type Listed, type ListPosition, orderedListReply, type PageQuery } from './list.ts';
import { dayParameter, instantParameter, parseListQuery, placeParameters } from './list-filters.ts';
import { type CsvForm, formatParameters, listTypes } from './list-format.ts';
import { list as arrayOf } from './members.ts';
import type { GraphqlTwin, Operation, OperationExample } from './operation.ts';
import { booleanParameter, commaSeparated, namesIn, pageParametersBy } from './query.ts';
import { jsonOf, responseOf } from './record-response.ts';
import { type Route, route } from './route.ts';

/** The query parameters of a declared list. `conditionsFrom` reads their values. */
export function listParameters(list: DeclaredList): Readonly<Record<never, z.ZodType>> {
  const parameters = fieldsInDoors(list).flatMap(([, field]) =>
    Object.entries<string>(field.parameters ?? {}).map(([name, operator]) => {
      const schema = schemaOf(field, operator);
      const byDefault = field.defaults?.[name];
      const description = describe(field, operator) + (byDefault === undefined ? '' : ` Default: ${byDefault}.`);
      return [name, field.kind === 'flag' ? schema.meta({ description }) : schema.optional().meta({ description })];
    }),
  );
  return { ...Object.fromEntries(parameters), ...(list.period !== undefined && { period: periodOf(list.period) }) };
}

const kinds = {
  text: boundedText(1, 256),
  uuid: serviceIdInput,
  country: placeParameters.country.unwrap(),
  state: placeParameters.state.unwrap(),
  currency: currencyInput,
  day: dayParameter,
  instant: instantParameter,
  flag: booleanParameter(null),
};

function schemaOf(field: ListField, operator: string): z.ZodType {
  const { kind, of } = field;
  if (kind === 'choice' && operator === 'in') return commaSeparated(namesOf(field.of));
  if (kind === 'choice') return z.preprocess(blankAsAbsent, z.enum(namesOf(field.of)).optional());
  if (of instanceof z.ZodType) return operator === 'in' ? namesIn(of) : of;
  if (Array.isArray(of)) return commaSeparated(of);
  if (kind === 'amount') throw new Error('Lists have no parameter for an amount.');
  return kinds[kind];
}

const forms: Readonly<Partial<Record<ListField['kind'], string>>> = {
  country: 'ISO 3166-1 code or English name.',
  state: 'Code or name, such as MN.',
  instant: 'In ISO 8601; a date means midnight UTC.',
};

function describe({ kind, description, isValue: isOne }: ListField, operator: string): string {
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = comparisonWords;
  const compared = isOne ? undefined : words[kind]?.[operator];
  return [description, compared, forms[kind]].filter((sentence) => sentence !== undefined).join(' ');
}

/** The GraphQL variables of a request for a declared list. The filter is the same as in REST; `more` adds arguments. */
export function twinVariables(
  { fields, computed = {} }: DeclaredList,
  more: readonly string[] = [],
): (asked: AskedOfRest) => Readonly<Record<string, unknown>> {
  return ({ query, places: { findCountry } }) => {
    const { limit, country, state, ...parsed } = inPeriod<Readonly<Record<string, unknown>>>(query);
    const [first, ...others] =
      state === undefined
        ? []
        : String(state)
            .split(',')
            .map((one) => one.trim());
    const places = {
      country: country === undefined ? undefined : (findCountry(String(country)) ?? country),
      ...(others.length > 0 ? { states: [first, ...others] } : { state: first }),
    };
    const conditions = conditionsFrom({ ...fields, ...computed }, { ...parsed, ...places });
    const filter = Object.entries(conditions).map(([name, comparators]) => {
      const field = fields[name] ?? computed[name]!;
      const { eq, in: several = [eq] } = comparators ?? {};
      return [name, !isValue(field) ? comparators : field.kind === 'choice' ? several : eq];
    });
    return {
      ...(limit !== undefined && { first: Math.min(Number(limit), gatewayLimits.pageSize.graphql) }),
      ...(filter.length > 0 && { filter: Object.fromEntries(filter) }),
      ...Object.fromEntries(more.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]]))),
    };
  };
}

/** The GraphQL equivalent of a declared list; `beside` adds further selections. */
export function twinOf(list: DeclaredList, selection = recordSelection(list.of), beside = ''): GraphqlTwin {
  const { name } = list;
  const document = `query ($first: Int, $filter: ${filterNameOf(list)}) { ${name}(first: $first, filter: $filter) { nodes { ${selection} }${beside} } }`;
  return { document, at: `${name}.nodes`, variables: twinVariables(list) };
}

type Example = Pick<OperationExample, 'summary'> & { readonly query: Readonly<Record<string, string>> };

/** The REST-only parts of a declared list. */
type InRest<Row, Place, Filter> = Pick<Operation, 'tag' | 'summary' | 'problems'> & {
  /** Sentences that apply only to REST. */
  readonly description?: string;
  /** Description of the order. Default: `Newest first.` */
  readonly order?: string;
  readonly examples: Readonly<Record<string, Example>>;
  read(
    ctx: Context,
    filter: Filter,
    page: { readonly limit: number; readonly after: Place | null },
  ): Promise<readonly Row[]>;
  /** The list name used in cursors. Default: the name of the list. */
  readonly cursorName?: string;
  /** Set for a list with its own order. Default: newest first. */
  readonly position?: ListPosition<Row, Place> & { readonly cursor: z.ZodType<Place> };
  /** The record as REST shows it. Default: the record of the list. */
  readonly of?: Declaration;
  /** The schema of the record in OpenAPI, if it is not derived from the declaration. */
  readonly schema?: z.ZodType;
  /** For a list that is also available as CSV and JSON Lines. */
  readonly csv?: CsvForm<Row>;
  readonly fileName?: string;
};

const newestFirst = (name: string) => ({
  cursor: newestFirstCursor(name),
  cursorOf: (position: Position) => encodeNewestFirstCursor(name, position),
  positionOf: ({ serviceId, internalTimestamps }: Listed) => ({ createdAt: internalTimestamps.createdDate, serviceId }),
});

/** The route of a declared list, with its query, OpenAPI entry and GraphQL equivalent. */
export function listRoute<List extends DeclaredList, Row = RecordOf<List['of']>, Place = Position>(
  path: string,
  list: List,
  inRest: InRest<Row, Place, FilterOf<List>>,
): Route {
  const { plural } = list;
  const { of = list.of, tag, summary, problems, examples, order = 'Newest first.', read, csv, fileName } = inRest;
  const name = inRest.cursorName ?? list.name;
  const position = inRest.position ?? (newestFirst(name) as never);
  const query = z.object({
    ...pageParametersBy(position.cursor),
    ...(csv && formatParameters),
    ...listParameters(list),
  });
  const operation: Operation = {
    id: `list${list.name[0]!.toUpperCase()}${list.name.slice(1)}`,
    tag,
    summary,
    description: [list.description, inRest.description, streamed].filter((words) => words !== undefined).join(' '),
    query,
    responses: {
      200: {
        description: `The ${plural}.`,
        schema: arrayOf(inRest.schema ?? responseOf(of), order),
        headers: ['Link'],
      },
    },
    ...(csv && { columns: csv.columns }),
    ...(problems && { problems }),
    examples: Object.fromEntries(Object.entries(examples).map(([name, one]) => [name, { ...one, status: 200 }])),
    graphql: twinOf(list, recordSelection(of)),
  };
  const show = jsonOf(of) as (row: Row) => unknown;
  return route(
    'GET',
    path,
    list.scope,
    (call) => {
      const asked = parseListQuery(query, call.request, call.ctx.reference);
      const filter = conditionsFrom(list.fields, asked) as FilterOf<List>;
      return orderedListReply<Row, Place>(call, asked as PageQuery<Place>, {
        ...position,
        name,
        csv,
        fileName,
        pageSize: 200,
        read: (page) => read(call.ctx, filter, page),
        render: async (rows) => eachShown(rows, show),
      });
    },
    { ...(csv && { produces: Object.values(listTypes) }), operation },
  );
}

/** The sentence about pages, used by every list. */
export const streamed =
  'Without `limit`, the whole list is streamed; with it, the Link header points to the next page.';
