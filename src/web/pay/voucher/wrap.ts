// Breaks a text into lines; `fits` says whether a line is short enough. A word that is too long is cut. The groups of a number
// stay together, and so does a time: nobody looks for its last digit in the next line.

export function wrap(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.replace(/\s+/g, ' ').split(/(?<!\d) | (?!\d|[ap]\.?m)/i)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (!fits(line)) {
      let end = line.length - 1;
      while (end > 1 && !fits(line.slice(0, end))) end--;
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return line === '' ? lines : [...lines, line];
}
