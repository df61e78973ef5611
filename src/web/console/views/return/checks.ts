import type { ResultOf, VariablesOf } from '../../base/graphql.ts';
import { documentsLink } from '../../base/links.ts';
import { isZero, totals } from '../../format/decimal-text.ts';
import { addDays, dayText, money } from '../../format/format.ts';
import { type Days, periodInput } from '../../format/period.ts';
import { returnTexts } from '../../texts/return.ts';
import type { returnChecksOperation } from './operations.ts';
import { documentsIn, type ReturnKey } from './return-key.ts';

const { checks: texts } = returnTexts;

/** Something to review before or after a return is filed. */
export type Check = {
  readonly key: string;
  readonly tone: 'bad' | 'warn' | 'plain';
  readonly title: string;
  readonly about: string;
  readonly href: string | null;
};

type Found = ResultOf<typeof returnChecksOperation>;
type Variables = VariablesOf<typeof returnChecksOperation>;

export function checksVariables({ country, state, place, period }: ReturnKey, { from, to }: Days): Variables {
  const asked = periodInput(period)!;
  const there = { country: { eq: country }, ...(state !== null && { state: { eq: state } }) };
  const within = { taxDate: { gte: from, lte: to } };
  return {
    period: asked,
    country,
    state,
    place,
    counted: { period: asked, country, state },
    late: { taxDate: { lt: from } },
    missed: {
      ...there,
      ...within,
      transactionType: { in: ['INVOICE', 'REFUND'] },
      transactionStatus: { ne: 'CANCELLED' },
      transactionFilingStatus: { eq: 'NOT_FILED' },
    },
    orders: {
      ...there,
      ...within,
      transactionType: { in: ['ESTIMATE', 'SALES_ORDER'] },
      transactionStatus: { ne: 'CANCELLED' },
      isConverted: false,
    },
  };
}

type Return = {
  readonly key: ReturnKey;
  readonly days: Days;
  readonly status: string;
  readonly notices: readonly { readonly code: string; readonly message: string }[];
  readonly today: string;
};

/** Checks that need only the return itself. */
export function ownChecks({ days, status, notices, today }: Omit<Return, 'key'>): Check[] {
  const checks: Check[] = [];
  if (status === 'FILING' || status === 'REOPENING') {
    checks.push({ key: 'halfway', tone: 'bad', title: texts.halfway, about: texts.halfwayAbout, href: null });
  }
  if (status === 'DRAFT' && days.to >= today) {
    const about = texts.notEndedAbout(dayText(days.to));
    checks.push({ key: 'not-ended', tone: 'plain', title: texts.notEnded, about, href: null });
  }
  const told = notices.map(({ code, message }, index): Check => {
    return { key: `notice ${index}`, tone: 'warn', title: noticeTitle(code), about: message, href: null };
  });
  return [...checks, ...told];
}

/** `Exchange rate missing` for `EXCHANGE_RATE_MISSING`. */
export function noticeTitle(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Checks of the documents and of the rules behind them. */
export function documentChecks(found: Found, { key, days, status }: Pick<Return, 'key' | 'days' | 'status'>): Check[] {
  const isFiled = status === 'FILED' || status === 'AMENDED';
  return [
    ...salesChecks(found, key),
    ...countCheck(found.late, (count) => ({
      key: 'late',
      tone: 'plain',
      title: texts.late(count(texts.documents, texts.moreDocuments)),
      about: texts.lateAbout,
      href: documentsIn(key, { to: addDays(days.from, -1) }),
    })),
    ...(isFiled
      ? countCheck(found.missed, (count) => ({
          key: 'missed',
          tone: 'warn',
          title: texts.missed(count(texts.documents, texts.moreDocuments)),
          about: texts.missedAbout,
          href: documentsLink({ country: key.country, state: key.state, ...days, filing: 'NOT_FILED' }),
        }))
      : []),
    ...countCheck(found.orders, (count) => ({
      key: 'orders',
      tone: 'plain',
      title: texts.orders(count(texts.orderCount, texts.moreOrders)),
      about: texts.ordersAbout,
      href: documentsLink({ country: key.country, state: key.state, ...days, type: 'ESTIMATE,SALES_ORDER' }),
    })),
  ];
}

type Row = NonNullable<Found['liability']>['rows'][number];

function salesChecks({ liability, ruleCoverage }: Found, key: ReturnKey): Check[] {
  const rows = liability?.rows ?? [];
  const [coverage] = ruleCoverage?.places ?? [];
  const byReason = (reason: string, amountOf: (row: Row) => string) =>
    sums(
      rows.filter((row) => row.key.reason === reason),
      amountOf,
    );
  const uncollected = ({ amounts }: Row) => amounts.uncollectedAmount;
  const sales = ({ amounts }: Row) => amounts.grossSalesAmount;
  const ofCodes = (codes: readonly string[] = []) => rows.filter((row) => codes.includes(row.key.taxCode ?? ''));
  const codesOf = (some: readonly Row[]) => [...new Set(some.map((row) => row.key.taxCode ?? ''))].sort();
  const uncertain = ofCodes(coverage?.oneSourceCodes);
  const withoutRule = ofCodes(coverage?.noSourceCodes);
  const reasonLink = (reason: string) => documentsIn(key, { reason });
  const codeLink = ([code, ...others]: readonly string[]) =>
    documentsIn(key, code !== undefined && others.length === 0 ? { taxCode: code } : {});
  return [
    ...amountCheck(byReason('NOT_COVERED', uncollected), (amount) => ({
      key: 'not-covered',
      tone: 'bad',
      title: texts.notCovered(amount),
      about: texts.notCoveredAbout,
      href: reasonLink('NOT_COVERED'),
    })),
    ...amountCheck(byReason('NOT_COLLECTING', uncollected), (amount) => ({
      key: 'not-collecting',
      tone: 'warn',
      title: texts.notCollecting(amount),
      about: texts.notCollectingAbout,
      href: reasonLink('NOT_COLLECTING'),
    })),
    ...amountCheck(byReason('MANUAL_RATE', sales), (amount) => ({
      key: 'manual',
      tone: 'plain',
      title: texts.manual(amount),
      about: texts.manualAbout,
      href: reasonLink('MANUAL_RATE'),
    })),
    ...amountCheck(sums(uncertain, sales), (amount) => ({
      key: 'uncertain',
      tone: 'warn',
      title: texts.uncertain(amount),
      about: texts.uncertainAbout(codesOf(uncertain).join(', ')),
      href: codeLink(codesOf(uncertain)),
    })),
    ...amountCheck(sums(withoutRule, sales), (amount) => ({
      key: 'without-rule',
      tone: 'plain',
      title: texts.withoutRule(amount),
      about: texts.withoutRuleAbout(codesOf(withoutRule).join(', ')),
      href: codeLink(codesOf(withoutRule)),
    })),
  ];
}

type Listed = { readonly nodes: readonly unknown[]; readonly pageInfo: { readonly hasNextPage: boolean } } | null;
type CountText = (one: (count: number) => string, more: (count: number) => string) => string;

/** A check with a count, which is limited to one page of documents. */
function countCheck(listed: Listed, check: (count: CountText) => Check): Check[] {
  if (!listed || listed.nodes.length === 0) return [];
  const { nodes, pageInfo } = listed;
  return [check((one, more) => (pageInfo.hasNextPage ? more(nodes.length) : one(nodes.length)))];
}

function amountCheck(amounts: readonly string[], check: (amount: string) => Check): Check[] {
  return amounts.length === 0 ? [] : [check(amounts.join(' + '))];
}

/** One total per currency, as text; zero totals are omitted. */
function sums(rows: readonly Row[], amountOf: (row: Row) => string): string[] {
  const byCurrency = totals(rows.map((row) => [row.amounts.currency, amountOf(row)]));
  return [...byCurrency].filter(([, sum]) => !isZero(sum)).map(([currency, sum]) => money(sum, currency));
}
