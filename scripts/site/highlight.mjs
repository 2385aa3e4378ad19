// Colours of samples, put in when the guides are rendered, so that pages need no script for them.
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';

const LANGUAGES = { sh: bash, http, ini, js: javascript, json, php, python, sql, ts: typescript, yaml };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);
hljs.registerAliases(['bash', 'shell', 'console'], { languageName: 'sh' });
hljs.registerAliases(['javascript', 'mjs'], { languageName: 'js' });
hljs.registerAliases(['typescript'], { languageName: 'ts' });

/** The sample as HTML. A language that is not known is shown without colours. */
export function highlight(text, language) {
  if (hljs.getLanguage(language) === undefined) return escapeHtml(text);
  return hljs.highlight(text, { language, ignoreIllegals: true }).value;
}

function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
