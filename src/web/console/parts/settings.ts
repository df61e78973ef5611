import { Settings } from '../views/settings/settings.tsx';

export const settingsPart = { Settings };
