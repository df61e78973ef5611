import { Products } from '../views/products/products.tsx';
import { Rates } from '../views/rates/rates.tsx';
import { Try } from '../views/try/try.tsx';

export const ratesPart = { Products, Rates, Try };
