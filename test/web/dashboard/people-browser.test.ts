// People in a real browser: the first person is set up, invites another one, who accepts, adds a second factor and signs in
// with it. On a phone and on a desk, in both languages, with and without JavaScript, by keyboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { makePersonLink } from '../../../src/actions/people/make-person-link.js';
import { findPersonByEmail } from '../../../src/store/people/people.js';
import { CODE_MS, codeAt } from '../../support/phone.js';
import { launchChromium, openPage, type WatchedPage } from '../chromium.js';
import { startPayService } from '../fixtures.js';
import { DESK, PHONE, shownFaults } from '../good-page.js';
import { PASSWORD } from './sign-in.js';

const service = await startPayService();
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await launchChromium();

type Words = Readonly<
  Record<'key' | 'name' | 'email' | 'password' | 'newPassword' | 'setUp' | 'invite' | 'accept' | 'signIn', string>
> & {
  readonly on: string;
  readonly confirm: string;
  readonly code: string;
  readonly go: string;
  readonly current: string;
};

const ES: Words = {
  ...{
    key: 'Llave privada real',
    name: 'Nombre',
    email: 'Correo',
    password: 'Contraseña',
    newPassword: 'Contraseña nueva',
  },
  ...{ setUp: 'Dar de alta y entrar', invite: 'Invitar a alguien', accept: 'Aceptar y entrar', signIn: 'Entrar' },
  ...{
    on: 'Activar',
    confirm: 'Confirmar',
    code: 'Código de 6 dígitos',
    go: 'Continuar',
    current: 'Contraseña actual',
  },
};
const EN: Words = {
  ...{ key: 'Live private key', name: 'Name', email: 'E-mail', password: 'Password', newPassword: 'New password' },
  ...{ setUp: 'Set up and sign in', invite: 'Invite somebody', accept: 'Accept and sign in', signIn: 'Sign in' },
  ...{ on: 'Switch on', confirm: 'Confirm', code: 'Code of 6 digits', go: 'Continue', current: 'Current password' },
};

type Walk = { readonly name: string; readonly words: Words; readonly options: BrowserContextOptions };
const WALKS: readonly Walk[] = [
  { name: 'desk', words: EN, options: { viewport: DESK, locale: 'en-US', colorScheme: 'dark' } },
  { name: 'phone', words: ES, options: { viewport: PHONE, javaScriptEnabled: false } },
];

for (const { name, words, options } of WALKS) {
  test(`a first person invites another one, who signs in with a second factor (${name})`, async () => {
    const { account, keys } = await service.account({ name: 'La Favorita' });
    const [ana, eva] = [`ana@${name}.example`, `eva@${name}.example`];
    const one = await openPage(browser, `${origin}/dashboard/first`, options);
    const faults: string[] = [];
    const scripts = options.javaScriptEnabled === false ? 'off' : 'on';
    const look = async (opened: WatchedPage, what: string) => {
      // Chromium tells of every reply of 401.
      faults.push(...(await shownFaults(opened, `${what}-${name}`, { allowed: /401/, scripts })));
    };
    await look(one, 'first');
    await fillIn(one.page, { [words.key]: keys.live.private, [words.name]: 'Ana Robles', [words.email]: ana });
    await press(one.page, words.newPassword, PASSWORD);
    await one.page.waitForURL(/\/dashboard\/test\//);
    await one.page.goto(`${origin}/dashboard/live/people`);
    await fillIn(one.page, { [words.name]: 'Eva Ruiz', [words.email]: eva });
    await look(one, 'people');
    await one.page.locator('input[name=current]').fill(PASSWORD);
    await one.page.getByRole('button', { name: words.invite }).click();
    await one.page.getByRole('note').getByText(eva).waitFor();
    await look(one, 'link');
    const { id } = (await findPersonByEmail(service.deps.db, eva)) ?? assert.fail();
    const { link } = await makePersonLink(service.deps, { team: account.id, id, actor: 'cli:root' });

    const two = await openPage(browser, origin + new URL(link.url).pathname, options);
    await look(two, 'invitation');
    await press(two.page, words.newPassword, PASSWORD);
    await two.page.waitForURL(/\/dashboard\/test\//);
    await two.page.goto(`${origin}/dashboard/test/profile`);
    await look(two, 'profile');
    const card = two.page.locator('section', { has: two.page.getByRole('button', { name: words.on }) });
    await card.getByLabel(words.current).fill(PASSWORD);
    await card.getByRole('button', { name: words.on }).click();
    const seed = await two.page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
    await look(two, 'second-factor');
    // One of the step before is no longer taken when the step ends between its making and its sending.
    const codeOf = (around: number) => codeAt((seed ?? '').replaceAll(' ', ''), Date.now() + around * CODE_MS);
    await two.page.getByLabel(words.code).fill(codeOf(0));
    await two.page.getByRole('button', { name: words.confirm }).click();
    await two.page
      .getByText(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
      .first()
      .waitFor();
    await look(two, 'recovery-codes');
    await two.context.clearCookies();

    await two.page.goto(`${origin}/dashboard/live/people`);
    await look(two, 'sign-in');
    await two.page.getByLabel(words.email).fill(eva);
    await press(two.page, words.password, PASSWORD);
    await two.page.waitForURL(/\/dashboard\/code/);
    await look(two, 'code');
    await press(two.page, words.code, codeOf(1));
    await two.page.waitForURL(`${origin}/dashboard/live/people`);

    await one.page.goto(`${origin}/dashboard/live/people`);
    await one.page.getByRole('link', { name: 'Eva Ruiz' }).click();
    await one.page.getByRole('heading', { name: 'Eva Ruiz' }).waitFor();
    await look(one, 'person');
    for (const { problems, context } of [one, two]) {
      faults.push(...problems.filter((problem) => !problem.includes('401')));
      await context.close();
    }
    assert.deepEqual(faults, []);
  });
}

async function fillIn(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.locator('main').getByLabel(label).first().fill(text);
}

/** Fills the last field and sends the form, as people do who type. */
async function press(page: Page, label: string, text: string): Promise<void> {
  const field = page.locator('main').getByLabel(label).first();
  await field.fill(text);
  await field.press('Enter');
}
