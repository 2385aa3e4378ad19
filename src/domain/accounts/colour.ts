// Shades of a merchant's colour that can be read (WCAG 2, contrast of 4.5 or more): text on the grounds of our pages, in
// light and dark mode, and text on the colour itself.

export type Shades = {
  /** The colour itself, and the ink that is read on it. */
  readonly colour: string;
  readonly ink: string;
  /** The colour of links and icons on our light grounds, and on our dark ones. */
  readonly onLight: string;
  readonly onDark: string;
};

/** The colour of whoever has chosen none, as `--accent` in base.css. */
export const OUR_COLOUR = '#0b5563';

type Rgb = readonly [red: number, green: number, blue: number];

/** The ground of base.css that is hardest to read on, in each mode: `--tint` is darker than white, and lighter than `--card`. */
const LIGHT_GROUND: Rgb = [0xee, 0xf2, 0xf5];
const DARK_GROUND: Rgb = [0x25, 0x31, 0x3d];
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
const LEAST_CONTRAST = 4.5;
const STEPS = 40;

/** `colour` is "#rrggbb". */
export function shadesOf(colour: string): Shades {
  const own = parseColour(colour);
  return {
    colour,
    // On every colour there is, one of the two has a contrast of 4.58 or more.
    ink: format(contrastOf(own, WHITE) >= LEAST_CONTRAST ? WHITE : BLACK),
    onLight: format(toward(own, BLACK, LIGHT_GROUND)),
    onDark: format(toward(own, WHITE, DARK_GROUND)),
  };
}

/** The nearest shade on the way to black or white that can be read on the ground. */
function toward(from: Rgb, end: Rgb, ground: Rgb): Rgb {
  for (let step = 0; step < STEPS; step++) {
    const shade = mix(from, end, step / STEPS);
    if (contrastOf(shade, ground) >= LEAST_CONTRAST) return shade;
  }
  return end;
}

function mix([red, green, blue]: Rgb, end: Rgb, part: number): Rgb {
  const between = (from: number, to: number) => Math.round(from + (to - from) * part);
  return [between(red, end[0]), between(green, end[1]), between(blue, end[2])];
}

/** From 1 (the same) to 21 (black on white). */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [more, less] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a) as [number, number];
  return (more + 0.05) / (less + 0.05);
}

function luminanceOf(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parseColour(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function format(colour: Rgb): string {
  return `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
