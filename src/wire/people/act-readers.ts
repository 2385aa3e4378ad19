// How the files that acts name are read (D81): actions know no format of a file.
import { readPointChange, readPoints } from '../points/points.js';
import { readRailList } from '../rails/rail-list.js';

export const ACT_READERS = {
  readList: readRailList,
  readPointChange,
  readPoints: (text: string) => readPoints(JSON.parse(text)),
};
