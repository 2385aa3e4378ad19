// Barcodes as PNGs, drawn once each. A drawing takes 12 to 20 ms of the single thread that serves everybody, so they are
// drawn one after the other, with rests, and only so many may wait: no flood of them takes more than a quarter of it.
import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../../errors/errors.js';
import { barcodePng } from './barcode.js';

type BarcodePictures = {
  isDrawn(text: string): boolean;
  /** Callers that want the same one share it. */
  draw(text: string): Promise<Buffer>;
};

const MOST_KEPT = 2_000;
const MOST_WAITING = 20;
/** How much longer than a drawing the rest after it takes. */
const REST_RATIO = 3;

export function createBarcodePictures(drawPng = barcodePng, mostKept = MOST_KEPT): BarcodePictures {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: mostKept });
  let waiting = 0;
  let lastTurn: Promise<unknown> = Promise.resolve();

  return {
    isDrawn: (text) => drawn.has(text),
    draw(text) {
      const known = drawn.get(text);
      if (known !== undefined) return known;
      const picture = drawInTurn(text);
      drawn.set(text, picture);
      picture.catch(() => drawn.delete(text));
      return picture;
    },
  };

  async function drawInTurn(text: string): Promise<Buffer> {
    if (waiting >= MOST_WAITING) throw new AppError('overloaded');
    waiting++;
    let tookMs = 0;
    const picture = lastTurn.then(async () => {
      waiting--;
      const started = performance.now();
      const bytes = await drawPng(text);
      tookMs = performance.now() - started;
      return bytes;
    });
    lastTurn = picture.catch(() => undefined).then(() => setTimeout(tookMs * REST_RATIO));
    return picture;
  }
}
