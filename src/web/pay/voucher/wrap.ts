// Breaks a text into lines; `fits` says whether a line is short enough. A word that is too long is cut.

export function wrap(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
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
