import { describe, expect, it } from 'vitest';
import { findKind } from '../../../../src/rates/importing/file-kind.ts';
import { openInput } from '../../../../src/rates/importing/files/input-file.ts';
import { readRateFileRows } from '../../../../src/rates/importing/files/rate-file-rows.ts';
import { publishedForms } from '../../../../src/rates/importing/published/forms.ts';
import { readPublishedCorrections } from '../../../../src/rates/importing/published/import-published.ts';
import { aDirectory } from '../../../support/directory.ts';
import { rateBookIndex, writeFile } from '../../../support/rate-files.ts';
import { rateBook } from '../../book/rate-book.ts';

type Example = {
  readonly form: string;
  readonly file: string;
  readonly lines: readonly string[];
  /** Rates that differ from the bundled rate book. */
  readonly changed: readonly string[];
  readonly unreadable: readonly number[];
  /** Lines whose place matches no or several jurisdictions, or has several rates. */
  readonly unused: readonly string[];
  readonly leftOut?: readonly string[];
};

const fixed = (id: string, name: string, county: string, flag: string, day: string, high: string, low = high) =>
  `${id}${name.padEnd(25)}${county.padEnd(25)}${flag}${day}${high}01000${low}01000N${high}01000${low}01000N`;

// Written manually in the format of each authority. Every file has an unknown place, a place with two rates and a rate
// of 1000 %.
const examples: readonly Example[] = [
  {
    form: 'NY',
    file: 'pub718.csv',
    lines: [
      'Publication 718,,,,,',
      'New York State Sales and Use Tax Rates by Jurisdiction,,,,,',
      'Effective March 1, 2027,,,,,', // Unquoted, as pasted.
      'County or other locality,Tax rate %,Reporting code,County or other locality,Tax rate %,Reporting code',
      'New York State only,4,0021,*Westchester – except,8⅜,5581',
      'Albany,8,0181,Yonkers (city),8⅞,6511',
      'Allegany,9,0221,*New York City,9⅛,8081',
      'Cattaraugus – except,8,0481,*Kings (Brooklyn) – see New York City,,',
      'Olean (city),8,0441,*Suffolk,8¾,4711',
      'Atlantis (city),9,0442,Broome,1000,0321',
      'Chemung,8,0711,Chemung,8½,0711',
    ],
    changed: ['NY-C003 0.05 from 2027-03-01', 'NY-MNEW-YORK-CITY 0.0475 from 2027-03-01'],
    unreadable: [10],
    unused: [
      '10 not in the rate book: NY CITY Atlantis',
      '11 several rates of a place: NY COUNTY Chemung',
      '11 several rates of a place: NY COUNTY Chemung',
    ],
    leftOut: ['rows omitted: 1 (boroughs, which are listed as New York City)'],
  },
  {
    form: 'FL',
    file: 'dr15dss.csv',
    lines: [
      'DR-15DSS,,,,,,,,,',
      'Discretionary Sales Surtax Information for Calendar Year 2027,,,,,,,,,',
      'County,Total Surtax Rate,,Effective Date,Expiration Date,County,Total Surtax Rate,,Effective Date,Expiration Date',
      'Alachua,1.5%,(.5%),"Jan 1, 2019","Dec 31, 2030",Citrus,None,,,',
      ',,(1%),"Jan 1, 2023","Dec 31, 2032",Baker,2%,,"Jan 1, 1994",None',
      'Atlantis,1%,,,,Bay,1000%,,,',
      'Brevard,1%,,,,Brevard,.5%,,,',
    ],
    changed: ['FL-C003 0.02 from 2027-01-01'],
    unreadable: [6],
    unused: [
      '6 not in the rate book: FL COUNTY Atlantis',
      '7 several rates of a place: FL COUNTY Brevard',
      '7 several rates of a place: FL COUNTY Brevard',
    ],
  },
  {
    form: 'MO',
    file: 'july2026.csv',
    lines: [
      ',Missouri Department of Revenue,,,',
      ',Sales and Use Tax Rate Tables,,,',
      ',Jurisdiction Name,Jurisdiction Code,Sales Tax Rate(0000),Use Tax Rate(0000)(0010)',
      ',ADAIR COUNTY ADAIR COUNTY AMBULANCE DISTRICT,00000-001-000,5.9750%,5.6000%',
      ',GREENE COUNTY,00000-077-000,6.2250%,4.2250%',
      // 8.35 - 4.225 - 2 = 2.125 %, as before.
      ',SPRINGFIELD GREENE COUNTY,70000-077-000,8.3500%,6.3500%',
      ',SPRINGFIELD GREENE COUNTY AIRPORT PLAZA CID,70000-077-001,9.3500%,6.3500%',
      ',REPUBLIC GREENE COUNTY,61238-077-000,10.2250%,4.2250%',
      ',ST LOUIS ST LOUIS CITY,65000-510-000,9.6790%,9.6790%',
      ',ATLANTIS GREENE COUNTY,99999-077-000,7.2250%,4.2250%',
      // A place without a separate tax may be missing from the rate book.
      ",BOIS D'ARC GREENE COUNTY,06904-077-000,6.2250%,4.2250%",
      ',ASH GROVE GREENE COUNTY,02188-077-000,1000%,4.2250%',
      ',BATES COUNTY,00000-013-000,5.2250%,5.2250%',
      ',BATES COUNTY,00000-013-000,5.7250%,5.2250%',
    ],
    changed: ['MO-C077 0.02 from 2026-07-01', 'MO-MREPUBLIC 0.04 from 2026-07-01'],
    unreadable: [12],
    unused: [
      '10 not in the rate book: MO CITY ATLANTIS GREENE COUNTY',
      '13 several rates of a place: MO COUNTY BATES COUNTY',
      '14 several rates of a place: MO COUNTY BATES COUNTY',
    ],
    leftOut: ['rows omitted: 1 (special districts, which cover parts of a place)'],
  },
  {
    form: 'IL',
    file: 'ordmache-current.txt',
    lines: [
      fixed('001-5000-2', 'ADAMS COUNTY', 'ADAMS', 'N', '20260801', '07000'),
      // 9.25 = 6.25 of the state + 1.75 of the county + 1.25 of transit.
      fixed('016-5000-9', 'COOK COUNTY', 'COOK', 'N', '20260801', '09250'),
      fixed('016-0001-9', 'CHICAGO', 'COOK', 'N', '20260801', '10750'),
      fixed('016-0002-7', 'BROADVIEW', 'COOK', 'Y', '20260801', '00000'),
      fixed('060-5000-2', 'MADISON COUNTY', 'MADISON', 'N', '20260801', '06850', '06600'),
      fixed('016-0999-7', 'ATLANTIS', 'COOK', 'N', '20260801', '10250'),
      fixed('004-5000-6', 'BOONE COUNTY', 'BOONE', 'N', '20260801', '99999'),
      fixed('009-5000-5', 'CASS COUNTY', 'CASS', 'N', '20260801', '07250'),
      fixed('009-5000-5', 'CASS COUNTY', 'CASS', 'N', '20260801', '07500'),
      fixed('200-0099-4', 'ALABAMA', '', 'N', '20260801', '06250'),
    ],
    changed: ['IL-C001 0.0075 from 2026-08-01', 'IL-MCHICAGO 0.015 from 2026-08-01'],
    unreadable: [7],
    unused: [
      '6 not in the rate book: IL CITY ATLANTIS',
      '8 several rates of a place: IL COUNTY CASS',
      '9 several rates of a place: IL COUNTY CASS',
    ],
    leftOut: ['rows omitted: 2 (rates that depend on the address)', 'rows omitted: 1 (places outside Illinois)'],
  },
  {
    form: 'LA',
    file: 'acadia.csv',
    lines: [
      'Jurisdiction (Domicile Code),Tax Rate,V.C. Rate,Delq. Rate,Int. Rate',
      'Acadia Parish (0100),4.2500%,2.0000%,5.0000%,1.0000000%',
      'City of Crowley (0101),6.0000%,2.0000%,5.0000%,1.0000000%',
      'Atlantis EDD (0199),1.0000%,2.0000%,5.0000%,1.0000000%',
      'Rayne (0108),1000.0000%,2.0000%,5.0000%,1.0000000%',
      'Bienville Parish,5.0000%,2.0000%,5.0000%,1.0000000%',
      'Bienville Parish,6.0000%,2.0000%,5.0000%,1.0000000%',
    ],
    changed: ['LA-M0101 0.06 from 2026-09-01'],
    unreadable: [5],
    unused: [
      '4 not in the rate book: LA CITY Atlantis EDD',
      '6 several rates of a place: LA COUNTY Bienville Parish',
      '7 several rates of a place: LA COUNTY Bienville Parish',
    ],
  },
  {
    form: 'AL',
    file: 'taxrates_current.csv',
    lines: [
      '"Locality Code","Locality Name","County Number","TaxType","Rate Type","Administered","Active Date","Inactive Date","Rate","Indicator","PJ","County Code","PJ_Rate"',
      '"7001","AUTAUGA COUNTY",1,"ST","GENER","STATE","20100101",,"2.0000","RC","","",""',
      '"7034","HENRY COUNTY",34,"ST","GENER","STATE","20240201",,"2.5000","RC","","",""',
      '"7034","HENRY COUNTY",34,"SU","GENER","STATE","20240201",,"2.5000","RC","","",""',
      '"9001","ABBEVILLE",34,"ST","GENER","STATE","20270101",,"4.0000","RC","Y","7034","2.0000"',
      '"9002","PHENIX CITY WITHIN LEE CO",41,"ST","GENER","STATE","20200101",,"4.7500","RC","N","",""',
      '"9003","ATLANTIS",34,"ST","GENER","STATE","20200101",,"3.0000","RC","N","",""',
      '"9004","CLIO",3,"ST","GENER","STATE","20200101",,"1000.0000","RC","N","",""',
      // A fraction among percentages.
      '"9005","GEIGER",60,"ST","GENER","STATE","20200101",,"0.0200","RC","N","",""',
      '"9006","FOLEY",2,"ST","GENER","STATE","20200101",,"3.0000","RC","N","",""',
      '"9006","FOLEY",2,"ST","GENER","STATE","20200101",,"3.5000","RC","N","",""',
      '"9007","LINCOLN",61,"ST","GENER","STATE","20200101","20250101","1.0000","RC","N","",""',
    ],
    changed: ['AL-C067 0.025 from 2024-02-01', 'AL-MABBEVILLE 0.04 from 2027-01-01'],
    unreadable: [8, 9],
    unused: [
      '7 not in the rate book: AL CITY ATLANTIS',
      '10 several rates of a place: AL CITY FOLEY',
      '11 several rates of a place: AL CITY FOLEY',
    ],
    leftOut: ['rows omitted: 1 (taxes other than the general sales tax)', 'rows omitted: 1 (rates that have ended)'],
  },
  {
    form: 'CO',
    file: 'Colorado_Jurisdiction_Codes_Rates_July-Dec2026.csv',
    lines: [
      'Location Code,Jurisdiction   Code,County,Self Collected Home Rule,Total Rate,Tax Type,Rate,Service Fee Rate,Tax Type,Rate,Service Fee Rate,Tax Type,Rate,Service Fee Rate,Tax Type,Rate,Service Fee Rate',
      'AKRON,210001,WASHINGTON,,7.4,State,2.9,0,County,1.5,0,City,3,0,,,',
      'AURORA,100001,ARAPAHOE,Self-collected,8,State,2.9,0,County,0.25,0,City,3.75,0,RTD,1,0',
      'BRECKENRIDGE,110001,SUMMIT,,8.875,County,2,0,City,2.5,0,MTS,0.75,0,MHA,0.725,0',
      'ATLANTIS,990001,SUMMIT,,8,County,2,0,City,3,0,,,,,,',
      'FREMONT COUNTY,140206,FREMONT,,1002.9,State,2.9,0,County,1000,0,,,,,,',
      'ALMA,470001,PARK,,6,City,3,0,,,,,,,,,',
      'ALMA,470002,PARK,,7,City,4,0,,,,,,,,,',
    ],
    changed: ['CO-MAKRON 0.03 from 2026-07-01'],
    unreadable: [6],
    unused: [
      '5 not in the rate book: CO CITY ATLANTIS',
      '7 several rates of a place: CO CITY ALMA',
      '8 several rates of a place: CO CITY ALMA',
    ],
    leftOut: ['rows omitted: 1 (taxes of districts without a name)'],
  },
  {
    form: 'AZ',
    file: 'TPT_RATETABLE_ALL_09012026.csv',
    lines: [
      'RegionCode,RegionName,BusinessCode,BusinessCodesName,TaxRate,TaxRateType,RateStartDate,RateEndDate',
      'MAR,MARICOPA,017,RETAIL SALES,6.300000,Percent,8/1/2017 12:00:00 AM,12/31/9999 12:00:00 AM',
      // 6.6 less the 5.6 of the state.
      'COH,COCHISE,017,RETAIL SALES,6.600000,Percent,7/1/2026 12:00:00 AM,12/31/9999 12:00:00 AM',
      'KM,KINGMAN,017,RETAIL SALES,2.500000,Percent,1/1/2020 12:00:00 AM,12/31/2026 12:00:00 AM',
      'KM,KINGMAN,017,RETAIL SALES,3.000000,Percent,1/1/2027 12:00:00 AM,12/31/9999 12:00:00 AM',
      'KM,KINGMAN,011,RESTAURANTS,3',
      'BI,BISBEE,017,RETAIL SALES,3,Percent,1/1/2020 12:00:00 AM,12/31/2025 12:00:00 AM',
      'ZZ,Atlantis,017,Retail,2',
      'PX,Phoenix,017,Retail,1000',
      'BB,Bisbee,017,Retail,3.5',
      'BB,Bisbee,017,Retail,4.5',
      'GRI,Gila River Indian Community,017,Retail,5.6',
    ],
    changed: ['AZ-C003 0.01 from 2026-07-01', 'AZ-MKINGMAN 0.03 from 2027-01-01'],
    unreadable: [9],
    unused: [
      '8 not in the rate book: AZ CITY Atlantis',
      '10 several rates of a place: AZ CITY Bisbee',
      '11 several rates of a place: AZ CITY Bisbee',
    ],
    leftOut: [
      'rows omitted: 1 (activities other than retail)',
      'rows omitted: 1 (rates that have ended)',
      'rows omitted: 1 (tribal and stadium areas)',
    ],
  },
  {
    form: 'PA',
    file: 'consumption.csv',
    lines: [
      ',Tax Rate',
      '"PA Sales, Use and Hotel Occupancy Tax",6 percent',
      'Local Sales Tax,1.5 percent for Allegheny County',
      ',2 percent for Philadelphia',
      ',1 percent for Atlantis',
      ',1000 percent for Delaware County',
      ',1 percent for Erie County',
      ',2 percent for Erie County',
      'Cigarette Tax,$1.60 per pack of 20 cigarettes/little cigars ($0.08 per stick)',
    ],
    changed: ['PA-C003 0.015 from 2026-09-01'],
    unreadable: [6],
    unused: [
      '5 not in the rate book: PA COUNTY Atlantis',
      '7 several rates of a place: PA COUNTY Erie County',
      '8 several rates of a place: PA COUNTY Erie County',
    ],
    leftOut: ['rows omitted: 1 (other taxes)'],
  },
  {
    form: 'SC',
    file: 'ST575.csv',
    lines: [
      'South Carolina Sales Tax Rate by Municipality,,,,,',
      '(Rev. 2/5/27),,,,,',
      'Municipality,County,Local Taxes and Codes,Total Tax Rate,Total Tax Rate Accommodations,Total Tax Rate Unprepared Foods',
      'Unincorporated,Abbeville,LO 1001,7%,8%,1%',
      'Unincorporated,Anderson,"LO 1004, CP 1004",8%,9%,1%',
      // 8 % in the city as in the rest of the county.
      'Pelzer,Anderson,"LO 1004, CP 1004",8%,9%,1%',
      'Unincorporated,Horry,"ECI 5261, TR 1026",8%,9%,0%',
      '* Myrtle Beach,Horry,"ECI 5261, TR 1026, TD 2400",9.5%,10%,0%',
      'Atlantis,Horry,,9%,10%,0%',
      'Unincorporated,Aiken,,1000%,9%,0%',
      'Unincorporated,Lee,,8%,9%,0%',
      'Unincorporated,Lee,,7%,9%,0%',
    ],
    changed: ['SC-C007 0.02 from 2027-02-05', 'SC-MMYRTLE-BEACH 0.015 from 2027-02-05'],
    unreadable: [10],
    unused: [
      '9 not in the rate book: SC CITY Atlantis',
      '11 several rates of a place: SC COUNTY Lee',
      '12 several rates of a place: SC COUNTY Lee',
    ],
  },
  {
    form: 'VA',
    file: 'sales-tax-rates.csv',
    lines: [
      'Virginia Retail Sales and Use Tax Rates,,,,,,,,,,,',
      'State Code (FIPS),County or City Code (FIPS),Locality Name,Total General Sales Tax,Total Food & Personal Hygiene Sales Tax,State General Sales Tax,State Regional Sales Tax (NVA),State Regional Sales Tax (HR),State Regional Sales Tax (CVA),State Regional Sales Tax (HT),Local Sales Tax,Additional Local Option Sales Tax',
      '51,1,Accomack County,0.063,0.01,0.043,,,,,0.01,0.01',
      '51,059,Fairfax County,0.06,0.01,0.043,0.007,,,,0.01,',
      '51,199,York County,0.07,0.01,0.043,,0.007,,0.01,0.01,',
      '51,999,Atlantis County,0.063,0.01,0.043,,,,,0.01,0.01',
      // The parts do not add up to the total.
      '51,083,Halifax County,10,0.01,0.043,,,,,0.01,0.01',
      '51,590,Danville City,0.063,0.01,0.043,,,,,0.01,0.01',
      '51,590,Danville City,0.053,0.01,0.043,,,,,0.01,',
    ],
    changed: ['VA-C001 0.01 from 2026-09-01'],
    unreadable: [7],
    unused: [
      '6 not in the rate book: VA COUNTY Atlantis County',
      '8 several rates of a place: VA COUNTY Danville City',
      '9 several rates of a place: VA COUNTY Danville City',
    ],
  },
  {
    form: 'TN',
    file: 'taxlist.csv',
    lines: [
      'Tennessee Sales and Use Tax County and City Local Tax Rates,,,,,,,,,,,',
      'County,City,Local Tax Rate,Effective Date,Situs,FIPS Code,County,City,Local Tax Rate,Effective Date,Situs,FIPS Code',
      'Anderson,,2.75%,Jul-2006,0100,001,Davidson,,2.75%,Jan-2027,1900,037',
      ',Clinton,2.50%,Oct-2026,0101,15580,,Nashville-Davidson,2.25%,Jan-1989,1901,52006',
      ',Oak Ridge,*2.75%,Jul-2006,0104,90104,,Atlantis,2.00%,Jan-1989,1999,99999',
      'Bedford,,1000%,Aug-2001,0200,003,Benton,,2.75%,Jan-1997,0300,005',
      ',Shelbyville,2.75%,Aug-2001,0201,67760,,Shelbyville,2.25%,Aug-2001,0201,67760',
    ],
    changed: ['TN-C037 0.0275 from 2027-01-01', 'TN-M15580 0.025 from 2026-10-01'],
    unreadable: [6],
    unused: [
      '5 not in the rate book: TN CITY Oak Ridge',
      '5 not in the rate book: TN CITY Atlantis',
      '7 several rates of a place: TN CITY Shelbyville',
      '7 several rates of a place: TN CITY Shelbyville',
    ],
  },
  {
    form: 'TEDB',
    file: 'tedb.csv',
    lines: [
      'Member State;Type;Rate;Situation on;Category;Comment',
      'DE;STANDARD;20;2027-01-01;;',
      'EL;STANDARD;24;2027-01-01;;',
      'AT;STANDARD;19;2027-01-01;Region;Jungholz and Mittelberg',
      'AT;REDUCED;10;2027-01-01;Foodstuffs;',
      'ZZ;STANDARD;20;2027-01-01;;',
      'FR;STANDARD;1000;2027-01-01;;',
      'ES;STANDARD;21;2027-01-01;;',
      'ES;STANDARD;22;2027-01-01;;',
    ],
    changed: ['DE 0.2 from 2027-01-01'],
    unreadable: [7],
    unused: [
      '6 not in the rate book: ZZ COUNTRY ZZ',
      '8 several rates of a place: ES COUNTRY ES',
      '9 several rates of a place: ES COUNTRY ES',
    ],
    leftOut: ['rows omitted: 1 (rates of regions)', 'rows omitted: 1 (reduced rates)'],
  },
];

async function open(file: string, lines: readonly string[]) {
  const input = await openInput(writeFile(aDirectory(), file, lines.join('\r\n')));
  const kind = await findKind(input, rateBookIndex());
  if (kind.kind !== 'PUBLISHED_RATES') throw new Error(`It was taken for ${kind.kind}.`);
  const { published, publishedOn, form } = kind;
  const layer = { layerId: file, source: 'A test', asOf: publishedOn ?? '2026-09-01' };
  const rows = readRateFileRows(await input.open(), form);
  const base = { book: rateBookIndex(), rateList: () => rateBook };
  return { published, ...(await readPublishedCorrections(layer, { form: published, rows }, base)) };
}

const capNotes = (notes: readonly string[]) => notes.filter((note) => note.startsWith('not imported'));

describe('the rate file of an authority', () => {
  it.each(examples)(
    'is read as published: $form',
    async ({ form, file, lines, changed, unreadable, unused, leftOut }) => {
      const read = await open(file, lines);
      expect(read.published.form).toBe(form);
      const rows = read.layer.rows.map(
        ({ jurisdictionId, rate, validFrom }) => `${jurisdictionId} ${rate} from ${validFrom}`,
      );
      expect(rows.toSorted()).toEqual(changed);
      expect(read.unreadable.map(({ line }) => line)).toEqual(unreadable);
      expect(read.unused.map(({ line, reason }) => `${line} ${reason.replaceAll('\t', ' ')}`)).toEqual(unused);
      expect(read.notes.filter((note) => note.startsWith('rows omitted'))).toEqual(leftOut ?? []);
    },
  );

  it('is not read if a column is missing', async () => {
    for (const { file, lines, form } of examples) {
      if (form === 'IL') continue;
      const delimiter = form === 'TEDB' ? ';' : ',';
      const isHeader =
        /^(,?jurisdiction|county|location code|"locality|regioncode|municipality|state code|,tax|member)/i;
      const index = lines.findIndex((line) => isHeader.test(line) && line.split(delimiter).length > 1);
      const withoutRate = lines.with(
        index,
        lines[index]!.replaceAll(/rate[^,;"]*|Total General Sales Tax/gi, 'Nothing'),
      );
      await expect(open(file, withoutRate), form).rejects.toThrow(/columns are missing|Unknown file format/);
    }
  });

  it('is compared with the limit of local taxes on single items, if it names one', async () => {
    const { file, lines } = examples.find(({ form }) => form === 'TN')!;
    const withLimit = (limit: string) => [
      ...lines,
      `"Local tax applies to the first ${limit} of the price of a single article.",,,,,`,
    ];
    expect(capNotes((await open(file, withLimit('$1,600'))).notes)).toEqual([]);
    expect(capNotes((await open(file, withLimit('$1,700'))).notes)).toEqual([
      'not imported: local tax on the first 1700 of a single item (line 8); the rate book has 1600',
    ]);
  });

  it('has a form for every authority, and an example of it here or among the commands', () => {
    const shown = [...examples.map(({ form }) => form), 'TX', 'CA', 'WA'];
    expect(publishedForms.map(({ form }) => form).toSorted()).toEqual(shown.toSorted());
  });
});
