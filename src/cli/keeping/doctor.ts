// cobro doctor: checks what the service depends on and says how to fix what is wrong.

import { Command } from 'commander';
import { databaseFindings, diskFinding, settingsFindings } from '../../actions/keeping/examine-service.js';
import {
  type CheckName,
  type Finding,
  findingCommand,
  findingText,
  ok,
  problem,
  warning,
} from '../../domain/keeping/finding.js';
import { createLog } from '../../log.js';
import { loadSettings, type Settings, unknownSettings } from '../../settings/settings.js';
import type { Db } from '../../store/db.js';
import { findCurrentKey } from '../../store/keeping/secret-keys.js';
import type { CommandContext } from '../context.js';
import { failureText } from '../failure.js';
import { printMany } from '../output.js';

type Context = Pick<CommandContext, 'openDatabase' | 'openVault'>;

export function doctorCommand(context: CommandContext): Command {
  return new Command('doctor').action(async (options: { json?: boolean }) => {
    const findings = await examine(context);
    const lines = findings.map((finding) => ({
      check: finding.check,
      result: finding.result,
      detail: [findingText(finding, 'en'), findingCommand(finding)].filter((one) => one !== null).join(': '),
    }));
    printMany(lines, options, '');
    if (findings.some(({ result }) => result === 'problem')) process.exitCode = 1;
  });
}

async function examine(context: Context): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = loadSettings();
  } catch (error) {
    return [failed('settings', error)];
  }
  return [
    ok('settings', 'settings_read'),
    ...unknownSettings().map((text) => warning('settings', 'setting_unknown', { problem: text })),
    ...settingsFindings(settings),
    await diskFinding(settings).catch((error: unknown) => failed('disk', error)),
    ...(await fromDatabase(context, settings)),
  ];
}

async function fromDatabase(context: Context, settings: Settings): Promise<Finding[]> {
  try {
    const log = createLog({ level: 'error', destination: 2 });
    const database = await context.openDatabase({ ...settings, databasePool: 4 }, log);
    try {
      const { db } = database;
      const found = await databaseFindings({ db, settings, clock: { now: () => Date.now() } });
      return [await keyFinding(context, settings, db), ...found];
    } finally {
      await database.close();
    }
  } catch (error) {
    return [failed('database', error)];
  }
}

/** Never makes a key: that is up to the service. */
async function keyFinding(context: Context, settings: Settings, db: Db): Promise<Finding> {
  try {
    if ((await findCurrentKey(db)) === null) return ok('secret key', 'key_none');
    const vault = await context.openVault(settings, db);
    return ok('secret key', 'key_known', { id: vault.currentId() });
  } catch (error) {
    return failed('secret key', error);
  }
}

function failed(check: CheckName, error: unknown): Finding {
  const detail = failureText(error) ?? (error instanceof Error ? error.message : String(error));
  const lines = detail.split('\n').map((line) => line.trim());
  return problem(check, 'failed', { problem: lines.join(' ') });
}
