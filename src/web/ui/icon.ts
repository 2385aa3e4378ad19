// The icon in a browser's tab.

export const ICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0b5563"/><path d="M4 4v8M6.500 4v8M8.500 4v8M12 4v8" stroke="#fff" stroke-width="1.200"/></svg>';

export const ICON = `data:image/svg+xml,${encodeURIComponent(ICON_SVG)}`;
