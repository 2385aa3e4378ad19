// For a browser: what is too small for a finger, as WCAG 2.2 AA says it: less than 24 pixels, with something else to press in
// the circle of 24 pixels around it. Links within a text may be as small as the text.

export const SMALL_TARGETS = /* js */ `(() => {
  const targets = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
    .filter((element) => element.checkVisibility({ checkOpacity: true }) && getComputedStyle(element).display !== 'inline')
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  const isSmall = ({ box }) => Math.min(box.width, box.height) < 24;
  const middle = ({ box }) => [box.left + box.width / 2, box.top + box.height / 2];
  const distance = (from, [x, y]) => Math.hypot(from[0] - x, from[1] - y);
  const isNear = (small, other) => {
    const centre = middle(small);
    if (isSmall(other)) return distance(centre, middle(other)) < 24;
    const { left, right, top, bottom } = other.box;
    return distance(centre, [Math.max(left, Math.min(right, centre[0])), Math.max(top, Math.min(bottom, centre[1]))]) < 12;
  };
  return targets
    .filter((one) => isSmall(one) && targets.some((other) =>
      other !== one && !one.element.contains(other.element) && !other.element.contains(one.element) && isNear(one, other)))
    .map(({ element }) => 'too small to press: ' + element.outerHTML.slice(0, 80));
})()`;
