// What a merchant's customers see of the brand: a colour, a logo, and how to reach the shop (D59). Any colour will do, because
// the pages derive from it the shades that can be read (colour.ts).
import { readMailbox } from '../base/mailbox.js';
import { readPhone } from '../base/phone.js';

export type Brand = {
  /** Such as "#0b5563"; null for ours (OUR_COLOUR). */
  readonly colour: string | null;
  readonly logo: Logo | null;
  readonly contact: Contact;
};

/** Numbers are E.164 (+525512345678), the website is an http or https address. */
export type Contact = Readonly<Record<ContactField, string | null>>;
export const CONTACT_FIELDS = ['phone', 'whatsapp', 'email', 'website'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** A logo as we draw it again: a PNG. Its digest is in its address, so that a new logo has a new one. */
export type Logo = { readonly digest: string; readonly width: number; readonly height: number };

/** A picture that we drew, as an act keeps it: the PNG as base64. */
export type PictureText = { readonly png: string; readonly width: number; readonly height: number };

/** Where the logo is served, below the service's own address. */
export function logoPath({ digest }: Pick<Logo, 'digest'>): string {
  return `/assets/logos/${digest}.png`;
}

export const NO_CONTACT: Contact = { phone: null, whatsapp: null, email: null, website: null };
export const NO_BRAND: Brand = { colour: null, logo: null, contact: NO_CONTACT };

export const LOGO_MOST_BYTES = 100 * 1024;
/** A few bytes can be many pixels, which take time and memory to draw. */
const LOGO_MOST_PIXELS = 4_000_000;

/** Six hexadecimal digits, or three, with or without #; null for anything else. */
export function readColour(text: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return `#${digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join('')}`;
}

const LONGEST_WEBSITE = 500;

/** As a person types it; null if it is not one. */
export function readContact(field: ContactField, text: string): string | null {
  switch (field) {
    case 'phone':
    case 'whatsapp':
      return readPhone(text);
    case 'email':
      return readMailbox(text.trim());
    case 'website':
      return readWebsite(text.trim());
  }
}

/** People leave out the https. */
function readWebsite(text: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (address.length > LONGEST_WEBSITE || !URL.canParse(address)) return null;
  const { protocol, hostname, username, href } = new URL(address);
  const isSite = (protocol === 'https:' || protocol === 'http:') && hostname.includes('.') && username === '';
  return isSite ? href : null;
}

export type Picture = { readonly type: 'image/png' | 'image/jpeg'; readonly width: number; readonly height: number };
export type PictureFault = 'not_a_picture' | 'too_many_bytes' | 'too_many_pixels';

/** Reads what a file is from its first bytes. What its sender calls it does not count. */
export function readPicture(bytes: Uint8Array): Picture | PictureFault {
  if (bytes.length > LOGO_MOST_BYTES) return 'too_many_bytes';
  const picture = readPng(bytes) ?? readJpeg(bytes);
  if (picture === null || picture.width === 0 || picture.height === 0) return 'not_a_picture';
  return picture.width * picture.height > LOGO_MOST_PIXELS ? 'too_many_pixels' : picture;
}

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function readPng(bytes: Uint8Array): Picture | null {
  if (bytes.length < 24 || !PNG_START.every((byte, index) => bytes[index] === byte)) return null;
  const view = viewOf(bytes);
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

/**
 * The size is in the segment that starts the frame (SOF0 to SOF15, without the three that are something else), before the
 * scan. Two frames, of which a decoder may take either, are none. A marker may have more than one 0xff before it.
 */
function readJpeg(bytes: Uint8Array): Picture | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return null;
  const view = viewOf(bytes);
  let picture: Picture | null = null;
  for (let at = 2; bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    while (bytes[at + 1] === 0xff) at++;
    if (at + 9 >= bytes.length) break;
    const marker = view.getUint8(at + 1);
    if (marker === START_OF_SCAN) break;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && picture !== null) return null;
    if (isFrame) picture = { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return picture;
}

const START_OF_SCAN = 0xda;

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
