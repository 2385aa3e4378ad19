// Every table of the database, room by room.
import { accountsTables } from './accounts/tables.js';
import { keepingTables } from './keeping/tables.js';
import { linksTables } from './links/tables.js';
import { messagesTables } from './messages/tables.js';
import { moneyTables } from './money/tables.js';
import { ordersTables } from './orders/tables.js';
import { peopleTables } from './people/tables.js';
import { pointsTables } from './points/tables.js';
import { railsTables } from './rails/tables.js';
import type { Table } from './table.js';
import { transfersTables } from './transfers/tables.js';
import { webhooksTables } from './webhooks/tables.js';

export const TABLES: Readonly<Record<string, Table>> = {
  ...accountsTables,
  ...pointsTables,
  ...ordersTables,
  ...railsTables,
  ...webhooksTables,
  ...transfersTables,
  ...moneyTables,
  ...messagesTables,
  ...linksTables,
  ...peopleTables,
  ...keepingTables,
};
