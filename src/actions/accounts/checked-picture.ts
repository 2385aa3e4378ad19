// A picture that a person sent, drawn again by us, so that nothing of the file itself is kept or served (D83).
import { createHash } from 'node:crypto';
import { drawLogo } from '../../adapters/logo-drawing.js';
import { LOGO_MOST_BYTES, type PictureFault, type PictureText, readPicture } from '../../domain/accounts/brand.js';
import { invalidRequest } from '../../errors/errors.js';

export type CheckedPicture = {
  readonly bytes: Buffer;
  readonly digest: string;
  readonly width: number;
  readonly height: number;
};

/** `param` names the field that it came in. */
export async function checkedPicture(sent: Uint8Array, param: string): Promise<CheckedPicture> {
  const picture = readPicture(sent);
  if (typeof picture === 'string') return refuse(param, picture);
  return withDigest((await drawLogo(sent)) ?? refuse(param, 'not_a_picture'));
}

/** For an act, which is stored: nothing is drawn while it is done. */
export function writePicture({ bytes, width, height }: CheckedPicture): PictureText {
  return { png: bytes.toString('base64'), width, height };
}

export function pictureIn({ png, width, height }: PictureText): CheckedPicture {
  return withDigest({ bytes: Buffer.from(png, 'base64'), width, height });
}

function withDigest(drawn: Omit<CheckedPicture, 'digest'>): CheckedPicture {
  return { ...drawn, digest: createHash('sha256').update(drawn.bytes).digest('hex').slice(0, 32) };
}

function refuse(param: string, error: PictureFault): never {
  throw invalidRequest({ param, error, details: { max: `${LOGO_MOST_BYTES / 1024} KB` } });
}
