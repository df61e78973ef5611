/*
 * Time zones outside the US, from the IANA Time Zone Database (zone.tab of 2025b, read 2026-11-26). For a country with
 * several zones, this list has the zone of the most populous part; other parts are listed below if their day begins at
 * a different time. The parts are approximate: parts of a region (such as border towns, Labrador or Broken Hill) follow
 * their region.
 */
const zones = `
  AD Europe/Andorra, AE Asia/Dubai, AF Asia/Kabul, AG America/Antigua, AI America/Anguilla, AL Europe/Tirane,
  AM Asia/Yerevan, AO Africa/Luanda, AQ Antarctica/McMurdo, AR America/Argentina/Buenos_Aires, AS Pacific/Pago_Pago,
  AT Europe/Vienna, AU Australia/Sydney, AW America/Aruba, AX Europe/Mariehamn, AZ Asia/Baku, BA Europe/Sarajevo,
  BB America/Barbados, BD Asia/Dhaka, BE Europe/Brussels, BF Africa/Ouagadougou, BG Europe/Sofia, BH Asia/Bahrain,
  BI Africa/Bujumbura, BJ Africa/Porto-Novo, BL America/St_Barthelemy, BM Atlantic/Bermuda, BN Asia/Brunei,
  BO America/La_Paz, BQ America/Kralendijk, BR America/Sao_Paulo, BS America/Nassau, BT Asia/Thimphu,
  BW Africa/Gaborone, BY Europe/Minsk, BZ America/Belize, CA America/Toronto, CC Indian/Cocos, CD Africa/Kinshasa,
  CF Africa/Bangui, CG Africa/Brazzaville, CH Europe/Zurich, CI Africa/Abidjan, CK Pacific/Rarotonga,
  CL America/Santiago, CM Africa/Douala, CN Asia/Shanghai, CO America/Bogota, CR America/Costa_Rica,
  CU America/Havana, CV Atlantic/Cape_Verde, CW America/Curacao, CX Indian/Christmas, CY Asia/Nicosia,
  CZ Europe/Prague, DE Europe/Berlin, DJ Africa/Djibouti, DK Europe/Copenhagen, DM America/Dominica,
  DO America/Santo_Domingo, DZ Africa/Algiers, EC America/Guayaquil, EE Europe/Tallinn, EG Africa/Cairo,
  EH Africa/El_Aaiun, ER Africa/Asmara, ES Europe/Madrid, ET Africa/Addis_Ababa, FI Europe/Helsinki, FJ Pacific/Fiji,
  FK Atlantic/Stanley, FM Pacific/Pohnpei, FO Atlantic/Faroe, FR Europe/Paris, GA Africa/Libreville,
  GB Europe/London, GD America/Grenada, GE Asia/Tbilisi, GF America/Cayenne, GG Europe/Guernsey, GH Africa/Accra,
  GI Europe/Gibraltar, GL America/Nuuk, GM Africa/Banjul, GN Africa/Conakry, GP America/Guadeloupe, GQ Africa/Malabo,
  GR Europe/Athens, GS Atlantic/South_Georgia, GT America/Guatemala, GU Pacific/Guam, GW Africa/Bissau,
  GY America/Guyana, HK Asia/Hong_Kong, HN America/Tegucigalpa, HR Europe/Zagreb, HT America/Port-au-Prince,
  HU Europe/Budapest, ID Asia/Jakarta, IE Europe/Dublin, IL Asia/Jerusalem, IM Europe/Isle_of_Man, IN Asia/Kolkata,
  IO Indian/Chagos, IQ Asia/Baghdad, IR Asia/Tehran, IS Atlantic/Reykjavik, IT Europe/Rome, JE Europe/Jersey,
  JM America/Jamaica, JO Asia/Amman, JP Asia/Tokyo, KE Africa/Nairobi, KG Asia/Bishkek, KH Asia/Phnom_Penh,
  KI Pacific/Tarawa, KM Indian/Comoro, KN America/St_Kitts, KP Asia/Pyongyang, KR Asia/Seoul, KW Asia/Kuwait,
  KY America/Cayman, KZ Asia/Almaty, LA Asia/Vientiane, LB Asia/Beirut, LC America/St_Lucia, LI Europe/Vaduz,
  LK Asia/Colombo, LR Africa/Monrovia, LS Africa/Maseru, LT Europe/Vilnius, LU Europe/Luxembourg, LV Europe/Riga,
  LY Africa/Tripoli, MA Africa/Casablanca, MC Europe/Monaco, MD Europe/Chisinau, ME Europe/Podgorica,
  MF America/Marigot, MG Indian/Antananarivo, MH Pacific/Majuro, MK Europe/Skopje, ML Africa/Bamako, MM Asia/Yangon,
  MN Asia/Ulaanbaatar, MO Asia/Macau, MP Pacific/Saipan, MQ America/Martinique, MR Africa/Nouakchott,
  MS America/Montserrat, MT Europe/Malta, MU Indian/Mauritius, MV Indian/Maldives, MW Africa/Blantyre,
  MX America/Mexico_City, MY Asia/Kuala_Lumpur, MZ Africa/Maputo, NA Africa/Windhoek, NC Pacific/Noumea,
  NE Africa/Niamey, NF Pacific/Norfolk, NG Africa/Lagos, NI America/Managua, NL Europe/Amsterdam, NO Europe/Oslo,
  NP Asia/Kathmandu, NR Pacific/Nauru, NU Pacific/Niue, NZ Pacific/Auckland, OM Asia/Muscat, PA America/Panama,
  PE America/Lima, PF Pacific/Tahiti, PG Pacific/Port_Moresby, PH Asia/Manila, PK Asia/Karachi, PL Europe/Warsaw,
  PM America/Miquelon, PN Pacific/Pitcairn, PR America/Puerto_Rico, PS Asia/Gaza, PT Europe/Lisbon, PW Pacific/Palau,
  PY America/Asuncion, QA Asia/Qatar, RE Indian/Reunion, RO Europe/Bucharest, RS Europe/Belgrade, RU Europe/Moscow,
  RW Africa/Kigali, SA Asia/Riyadh, SB Pacific/Guadalcanal, SC Indian/Mahe, SD Africa/Khartoum, SE Europe/Stockholm,
  SG Asia/Singapore, SH Atlantic/St_Helena, SI Europe/Ljubljana, SJ Arctic/Longyearbyen, SK Europe/Bratislava,
  SL Africa/Freetown, SM Europe/San_Marino, SN Africa/Dakar, SO Africa/Mogadishu, SR America/Paramaribo,
  SS Africa/Juba, ST Africa/Sao_Tome, SV America/El_Salvador, SX America/Lower_Princes, SY Asia/Damascus,
  SZ Africa/Mbabane, TC America/Grand_Turk, TD Africa/Ndjamena, TF Indian/Kerguelen, TG Africa/Lome, TH Asia/Bangkok,
  TJ Asia/Dushanbe, TK Pacific/Fakaofo, TL Asia/Dili, TM Asia/Ashgabat, TN Africa/Tunis, TO Pacific/Tongatapu,
  TR Europe/Istanbul, TT America/Port_of_Spain, TV Pacific/Funafuti, TW Asia/Taipei, TZ Africa/Dar_es_Salaam,
  UA Europe/Kyiv, UG Africa/Kampala, UM Pacific/Wake, UY America/Montevideo, UZ Asia/Tashkent, VA Europe/Vatican,
  VC America/St_Vincent, VE America/Caracas, VG America/Tortola, VI America/St_Thomas, VN Asia/Ho_Chi_Minh,
  VU Pacific/Efate, WF Pacific/Wallis, WS Pacific/Apia, XK Europe/Belgrade, YE Asia/Aden, YT Indian/Mayotte,
  ZA Africa/Johannesburg, ZM Africa/Lusaka, ZW Africa/Harare
`;

/** Codes follow ISO 3166-2 and the rate book; names are in the country's spelling or in English, without accents. */
const regions = `
AU Australia/Brisbane: QLD, Queensland
AU Australia/Adelaide: SA, South Australia
AU Australia/Darwin: NT, Northern Territory
AU Australia/Perth: WA, Western Australia
BR America/Manaus: AM, Amazonas, MT, Mato Grosso, MS, Mato Grosso do Sul, RO, Rondonia, RR, Roraima
BR America/Rio_Branco: AC, Acre
CA America/St_Johns: NL, Newfoundland and Labrador
CA America/Halifax: NB, NS, PE, New Brunswick, Nova Scotia, Prince Edward Island
CA America/Winnipeg: MB, Manitoba
CA America/Regina: SK, Saskatchewan
CA America/Edmonton: AB, NT, Alberta, Northwest Territories
CA America/Whitehorse: YT, Yukon
CA America/Vancouver: BC, British Columbia
CD Africa/Lubumbashi: BU, HK, HL, HU, IT, KC, KE, KS, LO, LU, MA, NK, SA, SK, TA, TO, Haut-Katanga, Lualaba, Nord-Kivu, Sud-Kivu
CL America/Punta_Arenas: MA, AI, Magallanes, Aysen
CN Asia/Hong_Kong: HK
CN Asia/Macau: MO
DK America/Nuuk: GL, Greenland
DK Atlantic/Faroe: FO, Faroe Islands
EC Pacific/Galapagos: W, Galapagos
ES Atlantic/Canary: CN, GC, TF, Canarias, Canary Islands, Las Palmas, Santa Cruz de Tenerife
FM Pacific/Chuuk: TRK, YAP, Chuuk, Yap
FR America/Martinique: 971, 972, GP, MQ, BL, MF, Guadeloupe, Martinique
FR America/Cayenne: 973, GF, Guyane, French Guiana
FR Indian/Reunion: 974, RE, Reunion
FR Indian/Mayotte: 976, YT, Mayotte
FR America/Miquelon: PM
FR Pacific/Noumea: NC
FR Pacific/Tahiti: PF
FR Pacific/Wallis: WF
GB Asia/Famagusta: CYAKD
ID Asia/Makassar: BA, GO, KI, KS, KU, NB, NT, SA, SG, SN, SR, ST, Bali
ID Asia/Jayapura: MA, MU, PA, PB, PD, PE, PS, PT, Maluku, Papua
KI Pacific/Kiritimati: L
KI Pacific/Kanton: P
MN Asia/Hovd: 043, 046, 071
MX America/Cancun: ROO, Quintana Roo
MX America/Hermosillo: SON, Sonora
MX America/Mazatlan: BCS, NAY, SIN, Baja California Sur, Nayarit, Sinaloa
MX America/Tijuana: BCN, BC, Baja California
NL America/Curacao: AW, CW, BQ, BQ1, BQ2, BQ3, SX, Aruba, Curacao, Bonaire
NZ Pacific/Chatham: CIT
PG Pacific/Bougainville: NSB
PT Atlantic/Azores: 20, Acores, Azores
RU Europe/Kaliningrad: KGD, Kaliningrad
RU Europe/Samara: SAM, UD, AST, SAR, ULY, Samara, Astrakhan, Saratov, Ulyanovsk
RU Asia/Yekaterinburg: BA, CHE, KGN, KHM, ORE, PER, SVE, TYU, YAN, Bashkortostan, Chelyabinsk, Perm, Sverdlovsk, Tyumen
RU Asia/Omsk: OMS, Omsk
RU Asia/Krasnoyarsk: AL, ALT, KEM, KK, KYA, NVS, TOM, TY, Altai, Kemerovo, Krasnoyarsk, Novosibirsk, Tomsk
RU Asia/Irkutsk: BU, IRK, Buryatia, Irkutsk
RU Asia/Yakutsk: AMU, SA, ZAB, Amur, Sakha, Zabaykalsky
RU Asia/Vladivostok: KHA, PRI, YEV, Khabarovsk, Primorsky
RU Asia/Magadan: MAG, SAK, Magadan, Sakhalin
RU Asia/Kamchatka: CHU, KAM, Chukotka, Kamchatka
`;

const zoneOfCountry = new Map(zones.split(',').map((entry) => entry.trim().split(' ') as [string, string]));

const zoneOfRegion = new Map(
  regions
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [, country, zone, names] = /^(\w\w) (\S+): (.*)$/.exec(line)!;
      return names!.split(', ').map((name) => [`${country} ${folded(name)}`, zone!] as const);
    }),
);

const divided: ReadonlySet<string> = new Set([...zoneOfRegion.keys()].map((key) => key.slice(0, 2)));

/** Null for a country that is not in the list. */
export function timeZoneAbroad(country: string, region: string | null): string | null {
  const whole = zoneOfCountry.get(country) ?? null;
  if (region === null || !divided.has(country)) return whole;
  return (
    zoneOfRegion.get(
      `${country} ${folded(region.toUpperCase().startsWith(`${country}-`) ? region.slice(3) : region)}`,
    ) ?? whole
  );
}

function folded(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** All time zones listed above. */
export const zonesAbroad: ReadonlySet<string> = new Set([...zoneOfCountry.values(), ...zoneOfRegion.values()]);
