// How the files that acts name are read (D81): actions know no format of a file.
import { readPoints } from '../points/points.js';
import { readRailList } from '../rails/rail-list.js';

export const ACT_READERS = {
  readList: readRailList,
  readPoints: (text: string) => readPoints(JSON.parse(text)),
};
