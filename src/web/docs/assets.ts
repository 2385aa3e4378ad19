// The stylesheet and the script of the guides and of the page at `/`.
import { type Asset, scriptAsset, styleAsset } from '../ui/asset.js';
import { foldText, searchSections, toSearchable } from './search.js';

export const DOCS_STYLE: Asset = styleAsset('docs', ['docs/docs.css', 'docs/guide.css', 'docs/home.css']);
export const DOCS_SCRIPT: Asset = scriptAsset('docs', [foldText, toSearchable, searchSections], 'docs/docs.js');
