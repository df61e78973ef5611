// One test file for all subjects, so that the rate book is read once; `-t Tennessee` runs one subject.
import './buyers.ts';
import './canada.ts';
import './clothing.ts';
import './delivery-fees.ts';
import './eu-services.ts';
import './europe.ts';
import './groceries.ts';
import './holidays.ts';
import './imports.ts';
import './india.ts';
import './nexus.ts';
import './own-rates.ts';
import './places.ts';
import './price-limits.ts';
import './remote-sellers.ts';
import './shipping.ts';
import './software.ts';
