// The page where a merchant or the operator signs in.

import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { DASHBOARD_TEXTS } from '../texts.js';

export function renderSignIn(frame: Frame): string {
  const { signIn } = DASHBOARD_TEXTS[frame.language];
  return renderDashboard(
    frame,
    signIn.heading,
    <section class="card narrow">
      <h1>{signIn.heading}</h1>
      <p class="soft">{signIn.note}</p>
      <form method="post" action={`${frame.root}/sign-in`} class="fields">
        <label>
          {signIn.key}
          <input type="password" name="key" required autocomplete="current-password" spellcheck={false} />
        </label>
        <button type="submit" class="main">
          {signIn.button}
        </button>
      </form>
    </section>,
  );
}
