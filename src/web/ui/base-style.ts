// What all pages have in common: colours by day and by night, and the ground that text stands on.

export const BASE_STYLE = /* css */ `:root {
  --ground: #f3f5f7;
  --card: #fff;
  --line: #dfe4ea;
  --ink: #17212c;
  --soft: #556172;
  --accent: #0b5563;
  --accent-ink: #fff;
  --tint: #eef5f6;
  --test: #4b2a80;
  --pending: #7a4a00;
  --pending-tint: #fff3d6;
  --paid: #11603a;
  --paid-tint: #dff5e8;
  --expired: #95201c;
  --expired-tint: #fdebe9;
  --canceled: #3c4756;
  --canceled-tint: #e9edf2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10161d;
    --card: #1a222c;
    --line: #303b48;
    --ink: #eaeff5;
    --soft: #a9b5c3;
    --accent: #7fd0de;
    --accent-ink: #08262c;
    --tint: #212d38;
    --test: #5b3796;
    --pending: #ffd27a;
    --pending-tint: #3d2e0c;
    --paid: #86e0ae;
    --paid-tint: #123524;
    --expired: #ffb1aa;
    --expired-tint: #451a18;
    --canceled: #c6d0dc;
    --canceled-tint: #2b3541;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  overflow-wrap: anywhere;
}
`;
