import type { RuleEvidence } from '../../../domain/lookups/rule-coverage.ts';

/** The evidence for a row of taxability, from the strongest to the weakest. */
type Evidence = 'LAW' | 'AUTHORITY' | 'TWO_SOURCES' | 'ONE_LIST' | 'ONE_PAGE' | 'MEMORY';

const lawCitations = [
  /§|\bActs?\b|\bCode(?: R\.|,)? (?:\d|Tax-)|\bAdmi?n?\. Code\b|\bTax Law\b|\bordinance\b|\bRuling \d/,
  /\b[A-Z]\.(?:[A-Z]\.)+ ?\d|\b(?:Stat|Laws|Ley|Decreto|UStG|MWSTG|RSMo|ILCS|RICR)\b|\bR\.S\. \d|\bV\.S\.A\./,
  /\b(?:H\.?B\.?|S\.?B\.?|HB\d|LD|ESSB) ?\d|\bLaw [\dXV]|\bNotification \d|\bProp\. \d|\bResolution \d|skattelag|loven\b/,
  /\bC\.R\.S\.|\bA\.R\.S\.|\bM\.G\.L\.|\bInternal Revenue Code\b|\bTax Agreement\b|\blrs\.lt\b|\b(?:Code|R\. &) Regs\./,
  /\b(?:CCR|IDAPA|NAC|MCL|KRS|SDCL|RCW|COMAR) \d|\d+VAC\d/,
  // The number of an article is law only after the name of the law.
  /\b(?:CGI|IVA|Code|Directive|Law|Règlement|Decree)\b[^;:]*\bart\. \d/,
  /\bRoyal Decree \d|\b(?:Fifth|Twelfth) Schedule\b|\bSchedule \d/,
];

const authorities = [
  /\b(?:gov|gouv)(?:\.[a-z]{2})?\b|\brevenue\.(?:ie|\w+\.us)|\bvero\.fi\b|\brevenuquebec\.ca\b|\bGOV\.UK\b/,
  /\bDepartments? of (?:Revenue|Tax)|\bTax Commission\b|\bOffice of Tax|\bComptroller\b|\bSales and Use Tax Department\b/,
  /\bRevenu(?:e,| Québec)|\bMinnesota Revenue\b|\bDRS\b|\bOLR Report\b|\bAADE\b|\bMemorandum RC|\bGST Council\b/,
  /\bTaxes in Europe Database\b|\bMinister for Finance\b|\bgv\.at\b/,
  /\bBulletin (?:No\. |PST[ -])\d|\bInformation Notice \d{4}-\d/,
  /\b(?:skatteetaten\.no|skatteverket\.se|rsk\.is|admin\.ch|canada\.ca|gc\.ca|go\.(?:jp|kr))\b/,
  /\bAssociation of Tax Administrators\b|\bFederation of Tax Administrators\b|\bLegislative Auditor\b|\bNew York Publication\b|\bTax Bulletin\b/,
];

/** Third-party collections of facts; a single one proves nothing. */
const lists =
  /TaxLocus|open-sales-tax|DMALUVM\/salestaxagent|arrijr\/vat-rates|commerceguys\/tax|invopop\/gobl|ibericode\/vat-rates|vatnode\/eu-vat-rates-data-js|iconfinder\/pyvat|NCSL/g;

/** Firms whose pages are cited without an address. */
const firmsByName = /PwC|EY Global|\bbdo\b|bloombergtax|tungstenautomation|yomiuri/g;

const hostNames = /\b(?:[a-z0-9-]+\.)+[a-z]{2,}\b/g;

/** What another page quotes was not read itself: only the quoting page and what follows it count. */
const quoted = /^.*\bas (?:quoted|reported|summarized)\b/s;

/** The evidence for a row (a law, an authority, two sources …), judged by the wording of its source. */
function evidenceOf(source: string): Evidence {
  if (source.startsWith('recalled')) return 'MEMORY';
  const named = source.replace(quoted, '').replace(/https?:\/\/([^/\s;)]+)[^\s;)]*/g, '$1');
  if (lawCitations.some((citation) => citation.test(named))) return 'LAW';
  const fromLists = named.match(lists) ?? [];
  const isPublic = authorities.some((name) => name.test(named.replaceAll('ncsl.org', '')));
  if (isPublic) return 'AUTHORITY';
  const pages = [...(named.match(hostNames) ?? []).map(siteOf), ...(named.match(firmsByName) ?? [])];
  const witnesses = new Set([...fromLists, ...pages.filter((page) => page !== 'ncsl.org')]);
  if (witnesses.size > 1) return 'TWO_SOURCES';
  return fromLists.length > 0 ? 'ONE_LIST' : 'ONE_PAGE';
}

/** Two pages of one site count as one source. */
function siteOf(host: string): string {
  return host.split('.').slice(-2).join('.');
}

const evidenceOfRules: Readonly<Record<Evidence, RuleEvidence>> = {
  LAW: 'LAW',
  AUTHORITY: 'AUTHORITY',
  TWO_SOURCES: 'SEVERAL_SOURCES',
  ONE_LIST: 'ONE_SOURCE',
  ONE_PAGE: 'ONE_SOURCE',
  MEMORY: 'ONE_SOURCE',
};

/** The same without the kinds of a single source. */
export function ruleEvidenceOf(source: string): RuleEvidence {
  return evidenceOfRules[evidenceOf(source)];
}

const alone: Partial<Record<Evidence, string>> = {
  ONE_LIST: 'only one unofficial list confirms it; check it with the tax authority',
  ONE_PAGE: 'only one unofficial publication confirms it; check it with the tax authority',
  MEMORY: 'no publication confirms it; check it with the tax authority',
};

/** Why a row that only one unofficial source supports is uncertain; null if more sources do. */
export function doubtOf(source: string): string | null {
  return alone[evidenceOf(source)] ?? null;
}
