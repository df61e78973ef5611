/*
 * Reads the files of the one-stop shop as their member states describe them, independently of what writes them. Each reader
 * throws if the structure is not as described:
 *
 * - Spain: positions, lengths and page totals of the register design of form 369, version 1.1 (Agencia Tributaria).
 * - Sweden: lines and cells of Skatteverket's technical description of OSS_001.
 * - Belgium: elements, attributes and their order in OSSConsignment. No schema could be read; the order is that of an implementation.
 * - Czechia: elements, attributes, lengths and digits of ossei1_epo2.xsd, and the codes that it describes.
 * - The Union: elements, their order, attributes and types of dposs_eu01.xsd, and totals that add up.
 * - The table: its columns, as the guide names them.
 */

export type ReadSupply = {
  readonly to: string;
  readonly kind: 'GOODS' | 'SERVICES';
  /** Null for the member state of identification. */
  readonly from: string | null;
  readonly rateType: 'STANDARD' | 'REDUCED' | null;
  /** In hundredths of a percent. */
  readonly rate: number;
  readonly base: number;
  readonly tax: number;
};
export type ReadFile = {
  readonly number: string;
  readonly period: string;
  readonly isNil: boolean;
  readonly supplies: readonly ReadSupply[];
  readonly corrections: readonly { readonly to: string; readonly period: string; readonly tax: number }[];
};

function must<Value>(value: Value | null | undefined | false, what: string): Value {
  if (value === null || value === undefined || value === false) throw new Error(`Not as described: ${what}`);
  return value;
}

const memberState = /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)$/;
const country = (code: string) => must(memberState.exec(code)?.[0], `member state ${code}`);

/** Length of each page, with its tags. */
const pageLengths: Readonly<Record<string, number>> = {
  '00': 110,
  '04': 1423,
  '05': 1211,
  '06': 1687,
  '07': 1687,
  '08': 763,
  '09': 5803,
};

export function readModelo369(text: string): ReadFile {
  must(/^[A-Z0-9 <>/-]*$/.test(text), 'characters');
  const [, year, quarter] = must(/^<T3690(\d{4})([1-4])T0000>/.exec(text), 'start');
  must(text.endsWith(`</T3690${year}${quarter}T0000>`), 'end');
  const at = (page: string, position: number, length: number) => page.slice(position - 1, position - 1 + length);
  must(at(text, 18, 92).trim() === '' && at(text, 119, 210).trim() === '', 'reserved');
  const body = text.slice(328, -18);
  const found = [...body.matchAll(/<T369(\d\d)>.*?<\/T369\1>/g)];
  must(found.map(([page]) => page).join('') === body, 'nothing between the pages');
  const pages = found.map(([page, number]) => {
    must(page.length === pageLengths[number!], `length of page ${number}: ${page.length}`);
    return { number: number!, page };
  });
  const order = pages.map(({ number }) => number);
  must(JSON.stringify(order) === JSON.stringify([...order].sort()), 'order of the pages');
  for (const number of ['00', '04', '09']) must(order.includes(number), `page ${number}`);
  for (const [index, { number, page }] of pages.entries()) {
    const mark = at(page, number === '04' ? 55 : 9, 1);
    must(mark === (order[index - 1] === number ? 'C' : ' '), `mark of page ${number}`);
  }
  const number = (digits: string) => Number(must(/^-?\d+$|^ *-?\d+$/.exec(digits)?.[0], `number ${digits}`));
  const groupsOf = (wanted: string, start: number, width: number) =>
    pages
      .filter((one) => one.number === wanted)
      .flatMap(({ page }) => Array.from({ length: 28 }, (_, index) => at(page, start + index * width, width)))
      .filter((group) => group.trim() !== '');
  const supplyOf = (group: string, kind: ReadSupply['kind']): ReadSupply => {
    const own = group.slice(-42);
    const type = { S: 'STANDARD', R: 'REDUCED' }[at(own, 8, 1)];
    return {
      kind,
      from: group.length === 42 ? null : country(group.slice(0, 2)),
      to: country(at(own, 1, 2)),
      rate: number(at(own, 3, 5)),
      rateType: must(type as ReadSupply['rateType'], 'rate type'),
      base: number(at(own, 9, 17)),
      tax: number(at(own, 26, 17)),
    };
  };
  const head = pages.find((one) => one.number === '04')!.page;
  must(at(head, 9, 6) === 'MOSS D' && at(head, 56, 2) === 'ES', 'scheme, category and country');
  must(['N', ' '].includes(at(head, 15, 1)) && at(head, 16, 39).trim() === '', 'payment');
  must(at(head, 198, 7) === `${year}T0${quarter}` && at(head, 205, 16).trim() === '', 'period');
  must(at(head, 73, 125).trim() !== '' && at(text, 110, 9) === at(head, 58, 9), 'seller');
  return {
    number: `ES${at(text, 110, 9)}`,
    period: `${year}-Q${quarter}`,
    isNil: must(/^[01]$/.exec(at(head, 221, 1))?.[0], 'nil') === '1',
    supplies: [
      ...groupsOf('04', 222, 42).map((group) => supplyOf(group, 'SERVICES')),
      ...groupsOf('05', 10, 42).map((group) => supplyOf(group, 'GOODS')),
      ...groupsOf('06', 10, 59).map((group) => supplyOf(group, 'SERVICES')),
      ...groupsOf('07', 10, 59).map((group) => supplyOf(group, 'GOODS')),
    ],
    corrections: groupsOf('08', 10, 26).map((group) => {
      const [, to, of, part] = must(/^(..)(\d{4})T0([1-4])/.exec(group), 'correction');
      return { to: country(to!), period: `${of}-Q${part}`, tax: number(group.slice(9)) };
    }),
  };
}

export function readOss001(text: string): ReadFile {
  const lines = must(text.endsWith('\r\n') && text.slice(0, -2).split('\r\n'), 'line ends');
  const [first, second, ...rest] = lines;
  must(first === 'OSS_001;', 'first line');
  const [, number, quarter, year] = must(/^(SE\d{12});([1-4]);(\d{4});$/.exec(second!), 'second line');
  const start = rest.indexOf('CORRECTIONS');
  const [supplies, corrected] = start < 0 ? [rest, []] : [rest.slice(0, start), rest.slice(start + 1)];
  must(start < 0 || corrected.length > 0, 'corrections below their line');
  const amount = (cell: string) => Number(must(/^-?\d+,\d\d$/.exec(cell)?.[0], `amount ${cell}`).replace(',', ''));
  return {
    number: number!,
    period: `${year}-Q${quarter}`,
    isNil: supplies.length === 0 && corrected.length === 0,
    supplies: supplies.map((line): ReadSupply => {
      const [from, to, rate, base, tax, kind, end, ...more] = line.split(';');
      must(end === '' && more.length === 0 && /^(GOODS|SERVICES)$/.test(kind!), `line ${line}`);
      must(/^[A-Z]{2}[A-Z0-9]*$/.test(from!), `origin ${from}`);
      return {
        to: country(to!),
        kind: kind as ReadSupply['kind'],
        from: from === 'SE' ? null : country(from!.slice(0, 2)),
        rateType: null,
        rate: amount(rate!),
        base: amount(base!),
        tax: amount(tax!),
      };
    }),
    corrections: corrected.map((line) => {
      const [, of, part, to, tax] = must(/^(\d{4})Q([1-4]);(..);(-?\d+,\d\d);$/.exec(line), `correction ${line}`);
      return { to: country(to!), period: `${of}-Q${part}`, tax: amount(tax!) };
    }),
  };
}

type Node = {
  readonly name: string;
  readonly of: Readonly<Record<string, string>>;
  readonly inner: readonly Node[];
  readonly text: string;
};

const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');

/** Elements without mixed content and comments, none within another of its name; entities only in attributes. */
function nodesIn(xml: string): Node[] {
  const nodes: Node[] = [];
  for (let rest = xml.trim(); rest.startsWith('<'); ) {
    const [tag, name, attributes] = must(
      /^<([\w:]+)((?: [\w:]+="(?:[^"<&]|&(?:amp|lt|quot);)*")*)>/.exec(rest),
      rest.slice(0, 40),
    ).slice(0, 3) as [string, string, string];
    const close = `</${name}>`;
    const end = rest.indexOf(close);
    must(end > 0, `end of ${name}`);
    const text = rest.slice(tag.length, end);
    const of = Object.fromEntries(
      [...attributes.matchAll(/ ([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, unescaped(value!)]),
    );
    nodes.push({ name, of, inner: nodesIn(text), text });
    rest = rest.slice(end + close.length);
  }
  return nodes;
}

/** The members of an element by name, in this order: once, at most once (`?`) or any number of times (`*`). */
function membersOf({ name, inner }: Node, order: readonly string[]): Record<string, Node[]> {
  const pattern = order
    .map((one) => (/[?*]$/.test(one) ? `(?:${one.slice(0, -1)},)${one.slice(-1)}` : `${one},`))
    .join('');
  const names = inner.map((one) => `${one.name},`).join('');
  must(new RegExp(`^${pattern}$`).test(names), `members of ${name}: ${names}`);
  return Object.fromEntries(inner.map(({ name: own }) => [own, inner.filter((one) => one.name === own)]));
}

export function readIntervat(text: string): ReadFile {
  const root = rootOf(text, 'OSSConsignment');
  must(
    root.of.xmlns === 'http://www.minfin.fgov.be/OSSDeclaration' &&
      root.of['xmlns:common'] === 'urn:minfin.fgov.be:oss:common' &&
      root.of.OSSDeclarationNbr === '1',
    'namespaces',
  );
  const declaration = membersOf(root, ['OSSDeclaration']).OSSDeclaration![0]!;
  const parts = membersOf(declaration, ['Trader_ID', 'Period', 'IsNihil?', 'OSSDeclarationInfo*']);
  const trader = membersOf(parts.Trader_ID![0]!, ['common:VATNumber'])['common:VATNumber']![0]!;
  const periodOf = (node: Node) => {
    const of = membersOf(node, ['common:Year', 'common:Quarter']);
    const found = `${of['common:Year']![0]!.text}-Q${of['common:Quarter']![0]!.text}`;
    return must(/^\d{4}-Q[1-4]$/.exec(found)?.[0], `period ${found}`);
  };
  const decimal = (node: Node) =>
    Number(must(/^-?\d+\.\d\d$/.exec(node.text)?.[0], `decimal ${node.text}`).replace('.', ''));
  const money = (node: Node) => {
    must(node.of.currency === 'EUR', 'currency');
    return decimal(node);
  };
  const infos = (parts.OSSDeclarationInfo ?? []).map((info, index) => {
    must(info.of.SequenceNumber === String(index + 1), 'sequence of member states');
    const members = membersOf(info, [
      'common:MemberStateOfConsumption',
      'common:OSSDeclarationRows*',
      'common:CorrectionsInfo*',
    ]);
    const to = country(members['common:MemberStateOfConsumption']![0]!.text);
    return {
      supplies: (members['common:OSSDeclarationRows'] ?? []).map((row, at): ReadSupply => {
        must(row.of.SequenceNumber === String(at + 1), 'sequence of rows');
        const cells = membersOf(row, [
          'common:SupplyType',
          'common:FixedEstablishment?',
          'common:VatRateType',
          'common:VatAmount',
          'common:TaxableAmount',
        ]);
        const place = cells['common:FixedEstablishment']?.[0];
        const identified =
          place && membersOf(place, ['common:VATIdentificationNumber'])['common:VATIdentificationNumber']![0]!;
        const type = cells['common:VatRateType']![0]!;
        return {
          to,
          kind: must(
            /^(GOODS|SERVICES)$/.exec(cells['common:SupplyType']![0]!.text)?.[0],
            'kind',
          ) as ReadSupply['kind'],
          from: identified ? country(identified.of.issuedBy!) : null,
          rateType: must(/^(STANDARD|REDUCED)$/.exec(type.of.type!)?.[0], 'type') as ReadSupply['rateType'],
          rate: decimal(type),
          base: money(cells['common:TaxableAmount']![0]!),
          tax: money(cells['common:VatAmount']![0]!),
        };
      }),
      corrections: (members['common:CorrectionsInfo'] ?? []).map((node) => {
        const of = membersOf(node, ['common:Period', 'common:TotalVATAmountCorrection']);
        return {
          to,
          period: periodOf(of['common:Period']![0]!),
          tax: money(of['common:TotalVATAmountCorrection']![0]!),
        };
      }),
    };
  });
  return {
    number: trader.of.issuedBy! + trader.text,
    period: periodOf(parts.Period![0]!),
    isNil: parts.IsNihil?.[0]?.text === '1',
    supplies: infos.flatMap(({ supplies }) => supplies),
    corrections: infos.flatMap(({ corrections }) => corrections),
  };
}

function rootOf(text: string, name: string): Node {
  const [declared, xml] = text.split('?>');
  must(declared === '<?xml version="1.0" encoding="UTF-8"', 'declaration');
  const [root, ...others] = nodesIn(xml!);
  must(root?.name === name && others.length === 0, 'root');
  return root!;
}

const hundredths = (value: string) =>
  Number(must(/^-?\d+\.\d\d$/.exec(value)?.[0], `decimal ${value}`).replace('.', ''));
const positive = (value: number) => must(value >= 0 && { value }, `amount ${value}`).value;

export function readUnionSchema(text: string): ReadFile {
  const root = rootOf(text, 'vun:OSSVATReturnMSCON');
  must(root.of['xmlns:vun'] === 'urn:ec.europa.eu:taxud:frsr:vatunion:v1.0', 'namespace');
  const partsOf = (node: Node, order: readonly string[]) => {
    const found = membersOf(
      node,
      order.map((one) => `vun:${one}`),
    );
    return (name: string): Node[] => found[`vun:${name}`] ?? [];
  };
  const only = (nodes: readonly Node[]) => must(nodes.length === 1 && nodes[0], 'a single element');
  const money = (node: Node) => {
    must(JSON.stringify(node.of) === '{"currency":"EUR"}', 'currency');
    return hundredths(node.text);
  };
  const periodOf = (node: Node) => {
    const of = partsOf(node, ['Year', 'Quarter']);
    const found = `${only(of('Year')).text}-Q${only(of('Quarter')).text}`;
    return must(/^\d{4}-Q[1-4]$/.exec(found)?.[0], `period ${found}`);
  };
  const whole = partsOf(root, [
    ...[
      'TraderID',
      'Period',
      'NilVatReturn',
      'Supplies?',
      'Corrections?',
      'GrandTotalMSIDServices',
      'GrandTotalMSIDGoods',
    ],
    ...['GrandTotalMSESTServices', 'GrandTotalMSESTGoods', 'GrandTotal', 'Balances?', 'TotalVATAmountDue'],
  ]);
  const vatNumber = (node: Node) => ({
    issuedBy: country(node.of.issuedBy!),
    digits: must(/^[A-Z0-9+*]{1,12}$/.exec(node.text)?.[0], `VAT number ${node.text}`),
  });
  const detailOf = (node: Node, from: string | null): ReadSupply => {
    const of = partsOf(node, ['SupplyType', 'MSCONCountrycode', 'VATRate', 'TaxableAmount', 'VATAmount']);
    const rate = only(of('VATRate'));
    const percent = hundredths(rate.text);
    must(percent > 0 && percent < 10_000, 'rate');
    return {
      from,
      to: country(only(of('MSCONCountrycode')).text),
      kind: must(/^(GOODS|SERVICES)$/.exec(only(of('SupplyType')).text)?.[0], 'kind') as ReadSupply['kind'],
      rateType: must(/^(STANDARD|REDUCED)$/.exec(rate.of.type!)?.[0], 'type') as ReadSupply['rateType'],
      rate: percent,
      base: positive(money(only(of('TaxableAmount')))),
      tax: positive(money(only(of('VATAmount')))),
    };
  };
  const supplies = whole('Supplies').flatMap((node) => {
    const of = partsOf(node, ['MSIDSupplies*', 'MSESTSupplies*']);
    const elsewhere = of('MSESTSupplies').map((one) => {
      const isNumbered = one.inner[0]?.name === 'vun:EUTraderID';
      const parts = partsOf(one, [isNumbered ? 'EUTraderID' : 'CountryCode', 'VATReturnDetails']);
      const from = isNumbered
        ? vatNumber(only(partsOf(only(parts('EUTraderID')), ['VATIdentificationNumber'])('VATIdentificationNumber')))
            .issuedBy
        : country(only(parts('CountryCode')).text);
      return detailOf(only(parts('VATReturnDetails')), from);
    });
    return [...of('MSIDSupplies').map((one) => detailOf(one, null)), ...elsewhere];
  });
  const corrections = whole('Corrections').flatMap((node) =>
    partsOf(node, ['Correction*'])('Correction').map((one) => {
      const of = partsOf(one, ['Period', 'MSCONCountryCode', 'TotalVATAmountCorrection']);
      return {
        to: country(only(of('MSCONCountryCode')).text),
        period: periodOf(only(of('Period'))),
        tax: money(only(of('TotalVATAmountCorrection'))),
      };
    }),
  );
  const taxOf = (rows: readonly { readonly tax: number }[]) => rows.reduce((total, { tax }) => total + tax, 0);
  const isTotal = (name: string, rows: readonly ReadSupply[]) =>
    must(positive(money(only(whole(name)))) === taxOf(rows), name);
  for (const kind of ['GOODS', 'SERVICES'] as const) {
    const rows = supplies.filter((row) => row.kind === kind);
    const name = kind === 'GOODS' ? 'Goods' : 'Services';
    isTotal(
      `GrandTotalMSID${name}`,
      rows.filter(({ from }) => from === null),
    );
    isTotal(
      `GrandTotalMSEST${name}`,
      rows.filter(({ from }) => from !== null),
    );
  }
  isTotal('GrandTotal', supplies);
  const balances = whole('Balances').flatMap((node) =>
    partsOf(node, ['Balance*'])('Balance').map((one) => {
      const of = partsOf(one, ['MSCONCountryCode', 'BalanceOfVATDue']);
      const to = country(only(of('MSCONCountryCode')).text);
      const tax = money(only(of('BalanceOfVATDue')));
      must(tax === taxOf([...supplies, ...corrections].filter((row) => row.to === to)), `balance of ${to}`);
      return { to, tax };
    }),
  );
  must(taxOf(balances) === taxOf([...supplies, ...corrections]), 'balance of every member state');
  const due = money(only(whole('TotalVATAmountDue')));
  must(due === taxOf(balances.filter(({ tax }) => tax > 0)), 'total of the positive balances');
  const { issuedBy, digits } = vatNumber(only(partsOf(only(whole('TraderID')), ['VATNumber'])('VATNumber')));
  return {
    number: digits.startsWith(issuedBy) ? digits : issuedBy + digits,
    period: periodOf(only(whole('Period'))),
    isNil: must(/^[01]$/.exec(only(whole('NilVatReturn')).text)?.[0], 'nil') === '1',
    supplies,
    corrections,
  };
}

export function readOssei1(text: string): ReadFile {
  const root = rootOf(text, 'Pisemnost');
  const form = membersOf(root, ['OSSEI1']).OSSEI1![0]!;
  must(form.of.verzePis === '01.01.04', 'version');
  const parts = membersOf(form, ['VetaD', 'VetaP', 'VetaR*', 'VetaO*']);
  /** Decimals of at most 13 digits; codes as described. */
  const types: Readonly<Record<string, RegExp>> = {
    k_uladis: /^OSS$/,
    dokument: /^EI1$/,
    quarter: /^[1-4]$/,
    year: /^\d{4}$/,
    vat_number: /^[A-Z0-9]{1,12}$/,
    company_name: /^.{1,255}$/,
    trans: /^[AN]$/,
    dic: /^\d{8,10}$/,
    country: memberState,
    state_consumption: memberState,
    vat_rate_type_code: /^[ZS]$/,
    vat_rate: /^\d{1,3}\.\d\d$/,
    taxable_amount: /^\d{1,11}\.\d\d$/,
    vat_amount: /^\d{1,11}\.\d\d$/,
    supply_type_code: /^[GS]$/,
    correction: /^-?\d{1,11}\.\d\d$/,
  };
  const valuesOf = (
    { name, of, text: content }: Node,
    required: string,
    optional = '',
  ): Readonly<Record<string, string>> => {
    must(content === '', `content of ${name}`);
    for (const key of required.split(' ')) must(key in of, `${key} of ${name}`);
    for (const [key, value] of Object.entries(of)) {
      must(
        `${required} ${optional}`.split(' ').includes(key) && types[key]!.test(value),
        `${key} of ${name}: ${value}`,
      );
    }
    return of;
  };
  const head = valuesOf(parts.VetaD![0]!, 'k_uladis dokument quarter year vat_number company_name trans');
  const { dic } = valuesOf(parts.VetaP![0]!, 'dic');
  must(dic === head.vat_number, 'the same number twice');
  return {
    number: `CZ${dic}`,
    period: `${head.year}-Q${head.quarter}`,
    isNil: head.trans === 'N',
    supplies: (parts.VetaR ?? []).map((node): ReadSupply => {
      const row = valuesOf(
        node,
        'country state_consumption vat_rate_type_code vat_rate taxable_amount vat_amount supply_type_code',
        'vat_number',
      );
      must(row.country !== 'CZ' || row.vat_number === dic, 'own number');
      return {
        to: row.state_consumption!,
        from: row.country === 'CZ' ? null : row.country!,
        kind: row.supply_type_code === 'G' ? 'GOODS' : 'SERVICES',
        rateType: row.vat_rate_type_code === 'Z' ? 'STANDARD' : 'REDUCED',
        rate: hundredths(row.vat_rate!),
        base: hundredths(row.taxable_amount!),
        tax: hundredths(row.vat_amount!),
      };
    }),
    corrections: (parts.VetaO ?? []).map((node) => {
      const row = valuesOf(node, 'quarter year state_consumption correction');
      return { to: row.state_consumption!, period: `${row.year}-Q${row.quarter}`, tax: hundredths(row.correction!) };
    }),
  };
}

export function readTable(
  text: string,
): ReadFile & { readonly total: number; readonly balances: Readonly<Record<string, number>> } {
  const [header, ...lines] = must(text.endsWith('\r\n') && text.slice(0, -2).split('\r\n'), 'line ends');
  const names = header!.split(',');
  const rows = lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, index) => [must(names[index], 'columns'), cell])),
  );
  const of = (...kinds: string[]) => rows.filter(({ row }) => kinds.includes(row!));
  const cents = (cell = '') => Number(must(/^-?\d+\.\d\d$/.exec(cell)?.[0], `amount ${cell}`).replace('.', ''));
  const [whole] = of('RETURN');
  return {
    number: whole!.number!,
    period: whole!.period!,
    isNil: whole!.isNil === 'true',
    supplies: of('SUPPLY', 'SUPPLY_OF_ESTABLISHMENT', 'SUPPLY_FROM_OTHER_STATE').map((row) => ({
      to: country(row.memberState!),
      kind: row.supplyType as ReadSupply['kind'],
      from: row.row === 'SUPPLY' ? null : country(row.origin!),
      rateType: row.rateType as ReadSupply['rateType'],
      rate: cents(row.rate),
      base: cents(row.taxableAmount),
      tax: cents(row.vatAmount),
    })),
    corrections: of('CORRECTION').map((row) => ({
      to: country(row.memberState!),
      period: row.correctedPeriod!,
      tax: cents(row.vatAmount),
    })),
    balances: Object.fromEntries(of('BALANCE').map((row) => [row.memberState, cents(row.vatAmount)])),
    total: cents(of('TOTAL')[0]!.vatAmount),
  };
}
