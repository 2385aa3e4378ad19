// How the files that acts name are read (D81): actions know no format of a file.
import { readPointChange, readPoints } from '../points/points.js';

export const ACT_READERS = {
  readPointChange,
  readPoints: (text: string) => readPoints(JSON.parse(text)),
};
