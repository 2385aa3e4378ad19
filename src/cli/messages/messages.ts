// cobro messages: what merchants send to their customers by e-mail, and what became of it.
import { Command, Option } from 'commander';
import { readMessageSettings } from '../../actions/messages/message-settings.js';
import { resendEmail } from '../../actions/messages/resend-email.js';
import type { Deps } from '../../deps.js';
import { formatOrderId, parseOrderId } from '../../domain/base/identity.js';
import type { Language } from '../../domain/base/language.js';
import { EMAIL_KINDS, type Email, type EmailKind } from '../../domain/messages/email.js';
import {
  LANGUAGES,
  type MessageSettings,
  type MessageSettingsChange,
  PLACEHOLDERS,
} from '../../domain/messages/message-settings.js';
import { listEmails } from '../../store/messages/email-lists.js';
import { actAtTerminal } from '../act.js';
import type { CommandContext } from '../context.js';
import { merchantFor, type ScopeOptions, scoped } from '../merchant.js';
import { operator } from '../operator.js';
import { isoTime, type Printable, print, printMany, printOne } from '../output.js';

type Json = { json?: boolean };
type Switch = 'on' | 'off';
type SetOptions = Json & { account: string; language?: Language; replyTo?: string; reminderHours?: string } & Partial<
    Record<EmailKind, Switch>
  >;
type TextOptions = Json & {
  account: string;
  kind: EmailKind;
  language: Language;
  subject?: string;
  introduction?: string;
};

const LISTED = 100;

export function messagesCommand(context: CommandContext): Command {
  const command = new Command('messages');
  addSettings(command, context);
  addSent(command, context);
  return command;
}

function addSettings(command: Command, { withDeps, withService }: CommandContext): void {
  const merchant = (one: Command) => one.requiredOption('--account <id>', 'the merchant');
  merchant(command.command('show').description('what a merchant sends by e-mail')).action(
    (options: Json & { account: string }) =>
      withDeps(async (deps) => printSettings(await readMessageSettings(deps, options.account), options)),
  );
  const set = merchant(command.command('set').description('switch kinds of e-mail on or off'))
    .addOption(new Option('--language <language>', 'of what customers get').choices([...LANGUAGES]))
    .option('--reply-to <address>', 'where answers of customers go; none: nowhere')
    .option('--reminder-hours <hours>', 'how long before the end of an order the reminder goes out; usual: 24');
  for (const kind of EMAIL_KINDS) set.addOption(new Option(`--${kind} <on|off>`, WHEN[kind]).choices(['on', 'off']));
  set.action((options: SetOptions) =>
    withService(async (deps) => {
      const { account: accountId, language, replyTo, reminderHours } = options;
      const kinds = Object.fromEntries(
        EMAIL_KINDS.flatMap((kind) => (options[kind] === undefined ? [] : [[kind, { isOn: options[kind] === 'on' }]])),
      );
      const change = {
        language,
        kinds,
        replyTo: replyTo === 'none' ? null : replyTo,
        reminderHours:
          reminderHours === 'usual' ? null : reminderHours === undefined ? undefined : Number(reminderHours),
      };
      await changeSettings(deps, { accountId, change }, options);
    }),
  );
  merchant(command.command('text').description('set texts of the merchant’s own; an empty one is the usual one'))
    .addOption(new Option('--kind <kind>', 'of which e-mail').choices([...EMAIL_KINDS]).makeOptionMandatory())
    .addOption(new Option('--language <language>', 'in which language').choices([...LANGUAGES]).makeOptionMandatory())
    .option('--subject <text>', `may have ${PLACEHOLDERS.map((name) => `{${name}}`).join(' ')}`)
    .option('--introduction <text>', 'likewise')
    .action((options: TextOptions) =>
      withService(async (deps) => {
        const { account: accountId, kind, language, subject, introduction } = options;
        const texts = {
          [language]: {
            ...(subject !== undefined && { subject }),
            ...(introduction !== undefined && { introduction }),
          },
        };
        await changeSettings(deps, { accountId, change: { kinds: { [kind]: { texts } } } }, options);
      }),
    );
}

async function changeSettings(
  deps: Deps,
  wanted: { readonly accountId: string; readonly change: MessageSettingsChange },
  options: Json,
): Promise<void> {
  const done = await actAtTerminal(deps, { kind: 'messages.set', ...wanted }, options);
  if (done !== null) printSettings(done.result, options);
}

function addSent(command: Command, { withDeps, withService }: CommandContext): void {
  scoped(command.command('list').description(`the newest ${LISTED} e-mails of a merchant`))
    .option('--failed', 'only those that failed')
    .action((options: ScopeOptions & { failed?: boolean }) =>
      withDeps(async (deps) => {
        const { scope } = await merchantFor(deps, options);
        const page = { limit: LISTED, state: options.failed ? ('failed' as const) : null };
        const emails = await listEmails(deps.db, scope, page);
        printMany(emails.map(options.json ? emailRecord : emailLine), options, 'No e-mails.');
      }),
    );
  scoped(command.command('send').description('send an e-mail about an order again').argument('<order>'))
    .addOption(new Option('--kind <kind>', 'which one').choices([...EMAIL_KINDS]).makeOptionMandatory())
    .action((order: string, options: ScopeOptions & { kind: EmailKind }) =>
      withService(async (deps) => {
        const { scope } = await merchantFor(deps, options);
        const key = { scope, uuid: parseOrderId(order) };
        const { uuid, folio } = await resendEmail(deps, { key, kind: options.kind, actor: operator() });
        printOne({ order: formatOrderId(uuid), folio, kind: options.kind, state: 'queued' }, options);
      }),
    );
}

const WHEN: Readonly<Record<EmailKind, string>> = {
  instructions: 'how to pay, when an order is made',
  paid: 'the receipt, when it is paid',
  expiring: 'a reminder, some time before it expires',
  refund: 'when money goes back',
};

function printSettings({ language, replyTo, reminderHours, kinds }: MessageSettings, options: Json): void {
  const general = { language, reply_to: replyTo, reminder_hours: reminderHours };
  if (options.json) {
    const records = EMAIL_KINDS.map((kind) => [kind, { on: kinds[kind].isOn, ...kinds[kind].texts }]);
    printOne({ ...general, kinds: Object.fromEntries(records) }, options);
    return;
  }
  const lines = EMAIL_KINDS.map((kind) => {
    const { isOn, texts } = kinds[kind];
    return { kind, state: isOn ? 'on' : 'off', when: WHEN[kind], subject: texts[language].subject || 'the usual one' };
  });
  printOne(general, options);
  print('');
  printMany(lines, options, '');
}

function emailLine(email: Email): Printable {
  const { kind, state, reason, recipient, createdAt, orderId } = email;
  return { at: isoTime(createdAt), kind, state, reason: reason ?? '', to: recipient, order: formatOrderId(orderId) };
}

function emailRecord(email: Email): Printable {
  return {
    id: email.id,
    order: formatOrderId(email.orderId),
    kind: email.kind,
    to: email.recipient,
    state: email.state,
    reason: email.reason,
    reply: email.reply,
    attempts: email.attempts,
    subject: email.subject,
    text: email.body,
    created_at: isoTime(email.createdAt),
    due_at: isoTime(email.dueAt),
    ended_at: isoTime(email.endedAt),
  };
}
