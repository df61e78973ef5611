/**
 * The lines below the street, by country: city (%C), state (%S) and postal code (%Z), with `|` between lines and %A for
 * a street in another position. Source: Google's libaddressinput, in Latin letters, as in npm localized-address-format
 * 1.3.3 (MIT). The countries omitted there or here write `%Z %C`.
 */
const formats: Readonly<Record<string, string>> = {
  '%C|%Z': 'AC AF AI FK GB GG GS IM IO JE KE LK NA PN SD SH SZ TA TC VG ZA',
  '%C %Z': 'BH BM BN BT GU IL JO KH LB LS MT MV NP NZ SA VC',
  '%C %S %Z': 'AS AU CA CC CX FM HM MH MP NF PR PW UM VI',
  '%Z %C %S': 'EE ES IT LT PF UY',
  '%C|%S': 'HK JM PA SC SR TV',
  '%Z %C|%S': 'AR CL CV MY UZ',
  '%C|%S|%Z': 'EG IE KR RU UA',
  '%Z|%C': 'AL EC MU OM',
  '%C, %S %Z': 'BB SO TW US',
  '%C|%S %Z': 'ID MN TH VN',
  '%C %Z|%S': 'IN NG PE',
  '%C, %S': 'BS KN',
  '%C|%S, %Z': 'CN KP',
  '%C, %S|%Z': 'HN IQ JP',
  '%Z|%C|%S': 'AM',
  '%C - %Z': 'BD',
  '%C-%S|%Z': 'BR',
  '%Z, %C|%S': 'BY',
  '%C, %S, %Z': 'CO',
  '%S, %C|%Z': 'CR',
  '%C %S|%Z': 'CU',
  '%Z- %C': 'GT',
  '%C|%A|%Z': 'HU',
  '%S|%C|%A|%Z': 'IR',
  '%Z|%S|%C|%A': 'KZ',
  '%S|%C, %Z': 'LV',
  '%C, %Z': 'MM',
  '%Z %C, %S': 'MX',
  '%Z|%C, %S': 'NI',
  '%C %Z %S': 'PG',
  '%C|%Z %S': 'PH',
  '%C-%Z': 'PK',
  '%Z %S %C': 'RO',
  '%Z-%C|%S': 'SV',
  '%Z %C/%S': 'TR',
  '%C %Z, %S': 'VE',
};
const formatOf = new Map(
  Object.entries(formats).flatMap(([format, countries]) => countries.split(' ').map((one) => [one, format] as const)),
);

type Address = {
  readonly street?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
  readonly region?: string | null;
  readonly zip?: string | null;
  readonly country: string | null;
};

/** An address in the order of its country, without the country. Parts that its format lacks follow on a last line. */
export function addressLines({ street, city, state, region, zip, country }: Address): readonly string[] {
  const format = formatOf.get(country ?? 'US') ?? '%Z %C';
  const parts: Readonly<Record<string, string | null | undefined>> = { A: street, C: city, S: state ?? region, Z: zip };
  const filled = (line: string) =>
    line
      .split(/(?=%)/)
      .flatMap((piece) => {
        const text = parts[piece[1]!];
        return text ? [text, piece.slice(2)] : [];
      })
      .slice(0, -1)
      .join('');
  const others = ['Z', 'C', 'S'].filter((part) => !format.includes(`%${part}`)).map((part) => `%${part}`);
  const lines = [...(format.includes('%A') ? [] : ['%A']), ...format.split('|'), others.join(' ')];
  return lines.map(filled).filter((line) => line !== '');
}
