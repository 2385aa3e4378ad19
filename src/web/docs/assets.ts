// The stylesheet and the script of the guides and of the page at `/`.
import { type Asset, scriptAsset, styleAsset } from '../ui/asset.js';
import { foldText, searchSections, toSearchable } from './search.js';

const here = (name: string) => new URL(name, import.meta.url);

export const DOCS_STYLE: Asset = styleAsset('docs', ['docs.css', 'guide.css', 'home.css'].map(here));
export const DOCS_SCRIPT: Asset = scriptAsset('docs', [foldText, toSearchable, searchSections], here('docs.js'));
