// What is written from the declarations of the settings: .env.example, and the tables of docs/settings.md.
import type { Setting } from '../../src/settings/setting.js';
import { SETTING_GROUPS } from '../../src/settings/settings.js';
import { replacePart } from '../support/generated-part.js';

const OPENING =
  'Every setting of Cobro with its default. Copy this file to .env, remove the # from the lines you change, and start. ' +
  'Environment variables override the file. A wrong value stops the start with a message. A value with # in it needs ' +
  'quotes. Written by scripts/documents.mjs from src/settings/groups/.';

export function writeExample(): string {
  const groups = SETTING_GROUPS.flatMap(({ title, settings }) => [
    `# ${title}\n# ${'-'.repeat(title.length)}`,
    ...Object.values(settings).map(
      (setting) =>
        `${comment(setting.why)}\n${comment(`Must be ${setting.form.wanted}.`)}\n# ${setting.name}=${defaultOf(setting)}`,
    ),
  ]);
  return `${[comment(OPENING), ...groups].join('\n\n')}\n`;
}

/** The document with its tables written anew. */
export function writeSettingTables(document: string): string {
  const tables = SETTING_GROUPS.map(({ title, settings }) => {
    const rows = Object.values(settings).map((setting) => {
      const cells = [code(setting.name), code(defaultOf(setting)), setting.form.wanted, linked(setting.why)];
      return `| ${cells.join(' | ')} |`;
    });
    return [`## ${title}`, '', '| setting | default | must be | what it is for |', '|---|---|---|---|', ...rows].join(
      '\n',
    );
  });
  return replacePart(document, { name: 'settings', text: tables.join('\n\n') });
}

/** As it stands in .env.example; empty if nothing is set. */
export function defaultOf(setting: Setting): string {
  return setting.default ?? setting.usually ?? '';
}

/** Lines of a comment, none wider than 120 characters. */
function comment(text: string): string {
  return text.replace(/(.{1,118})(?: |$)/g, '# $1\n').trimEnd();
}

/** Names of settings as code, and other pages as links. */
function linked(why: string): string {
  return why.replace(/\b[A-Z]+(_[A-Z]+)+\b/g, '`$&`').replace(/\bdocs\/([\w-]+)\.md\b/g, '[$1]($1.md)');
}

function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}
