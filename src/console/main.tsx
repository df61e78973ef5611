import { render } from 'preact';
import { App } from './app.tsx';
import { startRouter } from './base/router.ts';
import { startSession } from './base/session.ts';

startRouter();
const place = document.getElementById('root');
if (place) render(<App />, place);
await startSession();
