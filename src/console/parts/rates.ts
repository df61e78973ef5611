import { Rates } from '../views/rates/rates.tsx';

export const ratesPart = { Rates };
