import { Rates } from '../views/rates/rates.tsx';
import { Try } from '../views/try/try.tsx';

export const ratesPart = { Rates, Try };
