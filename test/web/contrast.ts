// For a browser: the texts whose colour is too near to the ground behind them, by the formula of WCAG 2.

export const FAINT_TEXTS = /* js */ `(() => {
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
  const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
  const ground = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = rgb(getComputedStyle(e).backgroundColor);
      if (colour.length === 3 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const faint = [];
  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    if (!hasText || element.closest('.unseen, noscript')) continue;
    const [more, less] = [light(rgb(getComputedStyle(element).color)), light(ground(element))].sort((a, b) => b - a);
    const contrast = (more + 0.05) / (less + 0.05);
    if (contrast < 4.5) faint.push(element.textContent + ' ' + contrast.toFixed(2));
  }
  return faint;
})()`;
