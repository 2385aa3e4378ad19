// Reads the commands of a sample as a shell does, and what `curl` would send.

/** The commands of a block as words: quotes, continued lines, comments, variables, which `expand` gets by their names. */
export function commandsOf(text, expand) {
  const commands = [];
  let words = [];
  const fill = (part) => part.replace(/\$(\w+)/g, (_, name) => expand(name));
  const form = /\\\n|#[^\n]*|\n|[ \t]+|((?:'[^']*'|"[^"]*"|\\(?!\n).|[^\s'"\\])+)/g;
  for (const [whole, word] of text.matchAll(form)) {
    if (word !== undefined && !(words.length === 0 && word.startsWith('#'))) {
      words.push(
        word.replace(/'([^']*)'|"([^"]*)"|[^'"]+/g, (part, single, double) =>
          single !== undefined ? single : fill(double ?? part),
        ),
      );
    } else if (whole === '\n' && words.length > 0) {
      commands.push(words);
      words = [];
    }
  }
  return words.length > 0 ? [...commands, words] : commands;
}

/** What `curl` would send, given its words. */
export function readCurl(parameters) {
  const words = [...parameters];
  const headers = {};
  const data = [];
  let [address, user, method] = ['', '', ''];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-H') {
      const [name = '', ...value] = (words.shift() ?? '').split(':');
      headers[name.toLowerCase()] = value.join(':').trim();
    } else if (word === '-d') data.push(words.shift() ?? '');
    else if (word === '-u') user = words.shift() ?? '';
    else if (word === '-X') method = words.shift() ?? '';
    else if (!word.startsWith('-')) address = word;
  }
  const isSent = data.length > 0;
  if (isSent) headers['content-type'] ??= 'application/x-www-form-urlencoded';
  const body = isSent ? data.join('&') : null;
  return { method: method || (isSent ? 'POST' : 'GET'), address, user, headers, body };
}
