// Customers of the demo shop. All names are fictitious.

export type Address = {
  readonly street: string;
  readonly city: string;
  readonly state?: string;
  readonly zip: string;
  readonly country: string;
};

export type Buyer = {
  readonly externalId: string;
  readonly name: string;
  readonly email: string;
  readonly customerType: 'RETAIL' | 'RESELLER' | 'RETAIL_EXEMPT';
  readonly taxNumber?: string;
  readonly address: Address;
  /** The relative share of sales. */
  readonly weight: number;
  /** Whether the customer buys in bulk. */
  readonly isBusiness: boolean;
};

const us = (street: string, city: string, state: string, zip: string): Address => ({
  street,
  city,
  state,
  zip,
  country: 'US',
});
const abroad = (street: string, city: string, zip: string, country: string): Address => ({
  street,
  city,
  zip,
  country,
});

const homes: readonly (readonly [number, Address])[] = [
  [12, us('250 Marquette Ave', 'Minneapolis', 'MN', '55401')],
  [8, us('90 W Plato Blvd', 'Saint Paul', 'MN', '55107')],
  [5, us('201 4th St SE', 'Rochester', 'MN', '55904')],
  [4, us('411 W 1st St', 'Duluth', 'MN', '55802')],
  [6, us('200 E Wells St', 'Milwaukee', 'WI', '53202')],
  [5, us('210 Martin Luther King Jr Blvd', 'Madison', 'WI', '53703')],
  [8, us('121 N LaSalle St', 'Chicago', 'IL', '60602')],
  [3, us('44 E Downer Pl', 'Aurora', 'IL', '60505')],
  [8, us('200 N Spring St', 'Los Angeles', 'CA', '90012')],
  [7, us('1 Dr Carlton B Goodlett Pl', 'San Francisco', 'CA', '94102')],
  [4, us('202 C St', 'San Diego', 'CA', '92101')],
  [7, us('301 W 2nd St', 'Austin', 'TX', '78701')],
  [6, us('901 Bagby St', 'Houston', 'TX', '77002')],
  [9, us('260 Broadway', 'New York', 'NY', '10007')],
  [3, us('65 Niagara Square', 'Buffalo', 'NY', '14202')],
  [6, us('1437 Bannock St', 'Denver', 'CO', '80202')],
  [6, us('600 4th Ave', 'Seattle', 'WA', '98104')],
  [6, us('3500 Pan American Dr', 'Miami', 'FL', '33133')],
  [4, us('400 S Orange Ave', 'Orlando', 'FL', '32801')],
  [4, us('55 Trinity Ave SW', 'Atlanta', 'GA', '30303')],
  [3, us('600 E 4th St', 'Charlotte', 'NC', '28202')],
  [2, us('200 W Washington St', 'Phoenix', 'AZ', '85003')],
  [3, us('1221 SW 4th Ave', 'Portland', 'OR', '97204')],
];

const europe: readonly (readonly [number, Address])[] = [
  [5, abroad('Torstraße 1', 'Berlin', '10119', 'DE')],
  [3, abroad('Marienplatz 8', 'München', '80331', 'DE')],
  [3, abroad('Rue de Rivoli 20', 'Paris', '75004', 'FR')],
  [2, abroad('Mariahilfer Straße 40', 'Wien', '1070', 'AT')],
  [2, abroad('Damrak 12', 'Amsterdam', '1012', 'NL')],
];

const first = ['Ada', 'Ben', 'Cora', 'Dev', 'Elin', 'Finn', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Kira', 'Leo'];
const last = [
  'Lindqvist',
  'Okafor',
  'Marsh',
  'Castellan',
  'Nowak',
  'Ferreira',
  'Hale',
  'Brandt',
  'Ito',
  'Quinn',
  'Sorel',
];

function person(index: number, [weight, address]: readonly [number, Address]): Buyer {
  const name = `${first[index % first.length]} ${last[(index * 7) % last.length]}`;
  return {
    externalId: `C-${1001 + index}`,
    name,
    email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
    customerType: 'RETAIL',
    address,
    weight,
    isBusiness: false,
  };
}

type Firm = readonly [name: string, weight: number, address: Address, more?: Partial<Buyer>];

const firms: readonly Firm[] = [
  ['Northstar Outfitters', 8, us('800 Nicollet Mall', 'Minneapolis', 'MN', '55402'), { customerType: 'RESELLER' }],
  ['Blue Heron Supply', 6, us('30 W Mifflin St', 'Madison', 'WI', '53703'), { customerType: 'RESELLER' }],
  ['Harbor & Pine', 7, us('233 S Wacker Dr', 'Chicago', 'IL', '60606'), { customerType: 'RESELLER' }],
  ['Lone Star Campworks', 7, us('500 Main St', 'Fort Worth', 'TX', '76102'), { customerType: 'RESELLER' }],
  ['Golden Coast Trading', 8, us('1500 Broadway', 'Oakland', 'CA', '94612'), { customerType: 'RESELLER' }],
  ['Hudson Goods', 6, us('11 Wall St', 'New York', 'NY', '10005'), { customerType: 'RESELLER' }],
  ['Front Range Rentals', 5, us('201 W Colfax Ave', 'Denver', 'CO', '80202')],
  ['Rainier Field Company', 6, us('400 Broad St', 'Seattle', 'WA', '98109')],
  ['Gulf Breeze Marine', 5, us('100 S Biscayne Blvd', 'Miami', 'FL', '33131')],
  ['Peachtree Provisions', 11, us('100 Peachtree St NW', 'Atlanta', 'GA', '30303')],
  ['Piedmont Trail Shop', 7, us('300 S Tryon St', 'Charlotte', 'NC', '28202')],
  ['Sonoran Gear', 4, us('2 N Central Ave', 'Phoenix', 'AZ', '85004')],
  ['Ramsey Public Schools', 5, us('15 Kellogg Blvd W', 'Saint Paul', 'MN', '55102')],
  ['City of Duluth Parks', 4, us('411 W 1st St', 'Duluth', 'MN', '55802')],
  ['Lakeside Food Shelf', 3, us('1500 E Lake St', 'Minneapolis', 'MN', '55407')],
  ['Cascade Youth Camps', 3, us('700 5th Ave', 'Seattle', 'WA', '98104')],
  ['Hill Country Farm Co-op', 3, us('130 E Travis St', 'San Antonio', 'TX', '78205')],
  ['Lumen Werkstatt GmbH', 4, abroad('Kantstraße 30', 'Berlin', '10623', 'DE'), { taxNumber: 'DE136695976' }],
  ['Atelier du Lac SARL', 4, abroad('Rue Lafayette 5', 'Paris', '75009', 'FR'), { taxNumber: 'FR40303265045' }],
  ['Bergland Handel GmbH', 3, abroad('Getreidegasse 9', 'Salzburg', '5020', 'AT'), { taxNumber: 'ATU13585627' }],
  ['Kanaal Outdoor BV', 3, abroad('Oudegracht 100', 'Utrecht', '3511', 'NL'), { taxNumber: 'NL004495445B01' }],
  ['Serra Verde Comercio', 2, abroad('Avenida Paulista 900', 'São Paulo', '01310', 'BR')],
];

function firm(index: number, [name, weight, address, more = {}]: Firm): Buyer {
  const mail = name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  return {
    externalId: `B-${2001 + index}`,
    name,
    email: `accounts@${mail}.example`,
    customerType: 'RETAIL',
    address,
    weight,
    isBusiness: true,
    ...more,
  };
}

/** Sixty customers: companies, and people in places where the shop collects tax and in a few others. */
export const buyers: readonly Buyer[] = [
  ...firms.map((one, index) => firm(index, one)),
  ...[...homes, ...europe, ...homes.slice(0, 10)].map((one, index) => person(index, one)),
];

export const isInEurope = ({ address: { country } }: Buyer): boolean => ['DE', 'FR', 'AT', 'NL'].includes(country);

export const warehouses = {
  home: us('250 Marquette Ave', 'Minneapolis', 'MN', '55401'),
  europe: abroad('Alexanderplatz 3', 'Berlin', '10178', 'DE'),
} as const;
