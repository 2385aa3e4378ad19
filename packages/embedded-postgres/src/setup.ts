// A data folder that is ready for use: it has a cluster and a known password.
import type { Context } from './context.js';
import type { DataFolder } from './data-folder.js';
import type { Launcher } from './launcher.js';

export type Setup = {
  readonly context: Context;
  readonly folder: DataFolder;
  readonly password: string;
  /** Called only if a server must be started, not if one is joined. */
  readonly launcher: () => Promise<Launcher>;
};
