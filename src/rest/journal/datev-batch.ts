import { type Decimal, decimal } from '../../tax/numbers/decimal.ts';
import {
  accountOf,
  isTotal,
  type LedgerEntry,
  type LedgerFacts,
  type LedgerFile,
  type LedgerRow,
  refuse,
} from './ledger-files.ts';

/*
 * A batch of postings (Buchungsstapel) in DATEV's public format EXTF 700, category 21, version 13: a line of metadata,
 * a line of column names, then one line per posting. A sale whose account or tax key implies the tax is posted with its
 * gross amount; otherwise, the net amount and the tax are separate postings.
 */

const numbered = (count: number, names: (number: number) => readonly string[]) =>
  Array.from({ length: count }, (_, index) => names(index + 1)).flat();

const columns: readonly string[] = [
  'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto',
  'Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext;Postensperre',
  'Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink',
  ...numbered(8, (number) => [`Beleginfo - Art ${number}`, `Beleginfo - Inhalt ${number}`]),
  'KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung);EU-Steuersatz (Bestimmung)',
  'Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L;BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  ...numbered(20, (number) => [`Zusatzinformation - Art ${number}`, `Zusatzinformation- Inhalt ${number}`]),
  'Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;Auftragsnummer;Buchungstyp',
  'USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen);Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen);Herkunft-Kz;Buchungs GUID;KOST-Datum;SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername',
  'Beteiligtennummer;Identifikationsnummer;Zeichnernummer;Postensperre bis;Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit;Generalumkehr (GU)',
  'Steuersatz;Land;Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung);Abw. Skontokonto',
].flatMap((names) => names.split(';'));
const at = (name: string) => columns.indexOf(name);
const [freeze, vatNumberAt] = [at('Festschreibung'), at('EU-Land u. UStID (Bestimmung)')];

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const line = (cells: readonly (string | number)[]) => `${cells.join(';')}\r\n`;
const compact = (day: string) => day.replaceAll('-', '');
const currencyOf = ({ settings: { reportingCurrency, defaultCurrency } }: LedgerFacts) =>
  reportingCurrency ?? defaultCurrency;

export const datevBatch: LedgerFile = {
  fileName: 'EXTF_Buchungsstapel',
  charset: 'windows-1252',
  opening(facts) {
    const { settings, period, now } = facts;
    const { datevConsultant, datevClient, firstMonth, accounts } = settings.journal;
    const needs = (name: string) => refuse(`A DATEV batch needs the setting journal.${name}.`);
    const year = Number(period.from.slice(0, 4)) - (period.from.slice(5, 7) < firstMonth ? 1 : 0);
    if (period.to >= `${year + 1}-${firstMonth}-01`)
      refuse('A DATEV batch may not span fiscal years: shorten the period.');
    const digits = accounts.flatMap(({ role, account }) => (role === 'RECEIVABLE' ? [] : [account.length]));
    const header = [
      '"EXTF"',
      700,
      21,
      '"Buchungsstapel"',
      13,
      now.toISOString().replace(/[-T:.Z]/g, ''),
      ...['', '""', '"Tollgate"', '""'],
      datevConsultant ?? needs('datevConsultant'),
      datevClient ?? needs('datevClient'),
      `${year}${firstMonth}01`,
      Math.max(4, ...digits),
      compact(period.from),
      compact(period.to),
      ...['"Tollgate"', '""', 1, 0, 0],
      quoted(currencyOf(facts)),
      ...['', '""', '', '', '""', '', '', '""', '""'],
    ];
    return line(header) + line(columns);
  },
  *linesOf(entry, facts) {
    const { rows } = entry;
    const total = rows.find(isTotal);
    const implied = new Set(rows.filter(impliesTax).map(saleOf));
    for (const row of rows) {
      if (row === total || (row.role === 'TAX' && implied.has(saleOf(row)))) continue;
      const credit = decimal(row.creditAmount ?? '0').minus(decimal(row.debitAmount ?? '0'));
      const amount = impliesTax(row) ? decimal(row.grossAmount ?? '0') : credit;
      const debtor = total ?? refuse(`The total of ${entry.name} is 0, which DATEV cannot post.`);
      if (!amount.isZero()) yield posting(entry, row, amount, debtor, facts);
    }
  },
};

const impliesTax = ({ role, isTaxImplied, taxKey }: LedgerRow) =>
  role === 'REVENUE' && (isTaxImplied || taxKey !== null);
const saleOf = ({ place, rate, vatCategory, customerType }: LedgerRow) =>
  JSON.stringify([place, rate, vatCategory, customerType]);

/** One posting, in which debit and credit refer to the account of the buyer or the authority. */
function posting(
  { name, type, postedOn, currency, exchangeRate, buyer }: LedgerEntry,
  row: LedgerRow,
  amount: Decimal,
  total: LedgerRow,
  facts: LedgerFacts,
): string {
  const base = currencyOf(facts);
  const rate = exchangeRate?.toCurrency === base ? exchangeRate.rate : null;
  if (currency !== base && rate === null) {
    refuse(
      buyer
        ? `Document ${name} has no exchange rate from ${currency} to ${base}: set reportingCurrency and store rates.`
        : `Filing ${name} is in ${currency}, and it keeps no exchange rate to ${base}: post it by hand, and request the other days.`,
    );
  }
  const cells: (string | number)[] = columns.map(() => '');
  const [, month = '', day = ''] = postedOn.split('-');
  const taxNumber = row.vatCategory === 'K' || row.vatCategory === 'AE' ? buyer?.taxNumber : null;
  cells[0] = german(amount.abs());
  cells[1] = amount.isNegative() ? '"H"' : '"S"';
  cells[2] = quoted(currency);
  if (currency !== base) {
    cells[4] = german(amount.abs().times(decimal(rate ?? '0')));
    cells[5] = quoted(base);
  }
  cells[6] = numberOf(total);
  cells[7] = numberOf(row);
  cells[8] = quoted(row.taxKey ?? '');
  cells[9] = `${day}${month}`;
  cells[10] = quoted(name.replace(/[^\w$&%*+\-/]|_/g, '').slice(0, 36));
  cells[13] = quoted(`${type} ${name}`.slice(0, 60));
  if (taxNumber) cells[vatNumberAt] = quoted(taxNumber.replace(/[^A-Za-z0-9]/g, '').slice(0, 15));
  cells[freeze] = 0;
  return line(cells);
}

const german = (amount: Decimal) => amount.toFixed(2).replace('.', ',');

function numberOf(row: LedgerRow): string {
  const account = accountOf(row);
  return /^\d{4,9}$/.test(account)
    ? account
    : refuse(`DATEV requires account numbers of 4 to 9 digits: replace ${account} in journal.accounts.`);
}

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const bytes = new Map(
  [...new TextDecoder('windows-1252').decode(everyByte)].map((character, byte) => [character, byte]),
);

/** Characters outside Windows-1252 become question marks. */
export function inWindows1252(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => bytes.get(character) ?? 0x3f);
}
