// Turns one guide into HTML: highlighted samples, headings that can be linked to, tables that scroll by themselves on a
// telephone, and links that lead to other pages of the site. A link to a file that the site does not have becomes text.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import { highlight } from './highlight.mjs';
import { samplesOf } from './languages.mjs';

const LABELS = { en: { sample: 'Sample', table: 'Table' }, es: { sample: 'Ejemplo', table: 'Tabla' } };
/** The languages that a request is also shown in. */
const PROGRAMS = [
  { kind: 'js', title: 'Node.js' },
  { kind: 'php', title: 'PHP' },
  { kind: 'python', title: 'Python' },
];
/** Of a page for search: the words of its sentences and commands, not those of long JSON samples. */
const SEARCHED_SAMPLES = ['sh', 'sql', ''];

/** The page, and its sections as the search finds them. */
export function renderGuide(markdown, { file, language, plan }) {
  const md = createRenderer(LABELS[language], samplesOf(markdown).samples);
  const tokens = withoutEmptyHeads(md.parse(withoutComments(markdown), {}));
  const headings = nameHeadings(tokens);
  for (const token of tokens) {
    if (token.type === 'inline')
      token.children = followLinks(token.children, (href) => resolve(href, file, plan), language);
    for (const image of (token.children ?? []).filter(({ type }) => type === 'image')) placeImage(image, file, plan);
  }
  const title = headings[0]?.text ?? file;
  const guide = {
    title,
    description: firstSentence(tokens),
    html: md.renderer.render(tokens, md.options, {}),
    headings: headings.filter(({ level }) => level === 2).map(({ id, text }) => ({ id, text })),
  };
  return { guide, sections: sectionsOf(tokens) };
}

/** The guide for programs that read: as it is written, without what is for tests, and with links that lead to its siblings. */
export function asMarkdown(markdown, { file, plan }) {
  return withoutComments(markdown).replace(/(!?)\[([^\]]+)\]\(([^)\s]+)\)/g, (_all, mark, text, href) => {
    if (mark === '!') return `![${text}](/docs/pictures/${posix.basename(href)})`;
    const target = resolve(href, file, plan)?.href;
    if (target === undefined) return text;
    return `[${text}](${target.replace(/^(\/docs\/(?:en|es)\/[\w-]+)(?=#|$)/, '$1.md')})`;
  });
}

function createRenderer(labels, samples) {
  const md = new MarkdownIt({ html: false, linkify: false, typographer: false });
  md.renderer.rules.fence = (tokens, index) => {
    const { info, content } = tokens[index];
    const [language = ''] = info.trim().split(/\s+/);
    const show = (text, kind, name) =>
      `<pre tabindex="0" aria-label="${name}" role="group"><code>${highlight(text, kind)}</code></pre>\n`;
    const sample = samples.get(content.trimEnd());
    if (sample === undefined) return show(content.trimEnd(), language, labels.sample);
    const curl = show(sample.curl, 'sh', labels.sample);
    const programs = PROGRAMS.filter(({ kind }) => kind in sample).map(
      ({ kind, title }) =>
        `<details data-kind="${kind}"><summary>${title}</summary>${show(sample[kind], kind, title)}</details>\n`,
    );
    return programs.length === 0 ? curl : `${curl}<div class="programs">${programs.join('')}</div>\n`;
  };
  md.renderer.rules.table_open = () =>
    `<div class="table" tabindex="0" role="group" aria-label="${labels.table}"><table>\n`;
  md.renderer.rules.table_close = () => '</table></div>\n';
  return md;
}

/** Comments are for the tests that read the guides. */
function withoutComments(markdown) {
  return markdown.replace(/^<!--[\s\S]*?-->\n/gm, '');
}

/** Markdown has no table without a head. One that is empty is left out, and a single empty cell of one is no heading. */
function withoutEmptyHeads(tokens) {
  const kept = [];
  let head = null;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'thead_open') head = [];
    if (token.type === 'th_open' && tokens[index + 1].content === '') token.tag = tokens[index + 2].tag = 'td';
    (head ?? kept).push(token);
    if (token.type !== 'thead_close') continue;
    if (head.some(({ type, content }) => type === 'inline' && content !== '')) kept.push(...head);
    head = null;
  }
  return kept;
}

/** Gives every heading the name by which the guides link to it, as GitHub does. */
function nameHeadings(tokens) {
  const taken = new Map();
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return [];
    const text = plainText(tokens[index + 1]);
    const name = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    const id = before === 0 ? name : `${name}-${before}`;
    token.attrSet('id', id);
    return [{ id, text, level: Number(token.tag.slice(1)) }];
  });
}

function plainText({ children }) {
  return children.map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content)).join('');
}

function followLinks(children, target, language) {
  const kept = [];
  const isDropped = [];
  for (const token of children) {
    if (token.type === 'link_open') {
      const found = target(token.attrGet('href'));
      isDropped.push(found === null);
      if (found === null) continue;
      token.attrSet('href', found.href);
      if (found.isOutside) token.attrSet('rel', 'noreferrer');
      if (found.language !== undefined && found.language !== language) token.attrSet('hreflang', found.language);
    }
    if (token.type === 'link_close' && isDropped.pop()) continue;
    kept.push(token);
  }
  return kept;
}

/** Where a link leads on the site; null if the site has no such file. */
function resolve(href, file, plan) {
  if (/^[a-z]+:/.test(href)) return { href, isOutside: true };
  const [path, anchor] = decodeURI(href).split('#');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (path === '') return { href: hash, isOutside: false };
  if (path.startsWith('/')) return { href: path + hash, isOutside: false };
  const linked = posix.join(posix.dirname(file), path);
  const page = plan.paths.get(linked);
  if (page !== undefined) return { href: page.path + hash, language: page.language, isOutside: false };
  if (linked.startsWith('docs/samples/')) return { href: `/docs/samples/${posix.basename(linked)}`, isOutside: false };
  return null;
}

/** A picture of docs/pictures with its size, so that the text does not jump when it comes. */
function placeImage(image, file, plan) {
  const path = posix.join(posix.dirname(file), image.attrGet('src'));
  const bytes = readFileSync(join(plan.root, path)); // the head of a PNG has its size
  image.attrSet('src', `/docs/pictures/${posix.basename(path)}`);
  image.attrSet('width', String(bytes.readUInt32BE(16)));
  image.attrSet('height', String(bytes.readUInt32BE(20)));
  image.attrSet('loading', 'lazy');
}

function firstSentence(tokens) {
  const at = tokens.findIndex(({ type }) => type === 'paragraph_open');
  const text = at < 0 ? '' : plainText(tokens[at + 1]);
  return /^.*?[.:](?=\s|$)/s.exec(text)?.[0].replace(/:$/, '.') ?? text;
}

function sectionsOf(tokens) {
  const sections = [];
  let section = null;
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const isTitle = token.tag === 'h1';
      const heading = plainText(tokens[index + 1]);
      section = { heading: isTitle ? '' : heading, anchor: isTitle ? '' : token.attrGet('id'), text: '' };
      sections.push(section);
    } else if (section !== null && token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') {
      section.text += `${plainText(token)} `;
    } else if (section !== null && token.type === 'fence' && SEARCHED_SAMPLES.includes(token.info.trim())) {
      section.text += `${token.content} `;
    }
  });
  for (const one of sections) one.text = one.text.replace(/\s+/g, ' ').trim();
  return sections;
}
