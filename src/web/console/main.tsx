import { render } from 'preact';
import { App } from './app.tsx';
import { path, startRouter } from './base/router.ts';
import { startSession } from './base/session.ts';
import { findView } from './views.ts';

startRouter();
// The script of the view arrives while the session starts. If it cannot be loaded, it is asked for again when the view is shown.
findView(path.value)
  ?.view.load()
  .catch(() => {});
const place = document.getElementById('root');
if (place) render(<App />, place);
await startSession();
