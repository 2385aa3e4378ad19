// A data folder that is ready for use: it has a cluster, and the password is known.
import type { Context } from './context.js';
import type { DataFolder } from './data-folder.js';
import type { Launcher } from './launcher.js';

export type Setup = {
  readonly context: Context;
  readonly folder: DataFolder;
  readonly password: string;
  /** Called when a server has to be started, not when one is joined. */
  readonly launcher: () => Promise<Launcher>;
};
