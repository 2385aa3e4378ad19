// The stylesheet of the customer pages: phone first, two columns where there is room, one sheet of paper when printed.
// Every pair of text and ground has a contrast of 4.5 or more, by day and by night; a test measures it.
import { BASE_STYLE } from '../ui/base-style.js';

export const PAY_STYLE = /* css */ `${BASE_STYLE}header, main, footer { max-width: 60rem; margin: 0 auto; padding: 0 1rem; }
.narrow header, .narrow main, .narrow footer { max-width: 36rem; }
header { display: flex; gap: 1rem; align-items: center; justify-content: space-between; padding-top: .75rem; padding-bottom: .75rem; }
footer { display: grid; gap: .25rem; padding-top: 1.25rem; padding-bottom: 2rem; color: var(--soft); font-size: .875rem; }
p, h1, h2, h3, dl, dd, figure, ol, ul { margin: 0; }
h1, h2, h3 { line-height: 1.25; }
h2 { font-size: 1.125rem; }
h3 { font-size: .9375rem; margin-top: 1.25rem; }
a { color: var(--accent); text-underline-offset: .15em; }
a:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .5rem; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.merchant { line-height: 1.3; }
.merchant span { color: var(--soft); font-size: .875rem; }
.language { flex: none; display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 .25rem; font-size: .9375rem; }

.test strong { display: block; letter-spacing: .02em; }
.test { padding: .75rem 1rem; margin-bottom: 1rem; border-radius: .75rem; background: var(--test); color: #fff; text-align: center; }
.columns, .payment { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; align-items: start; }
.card { padding: 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; box-shadow: 0 1px 2px rgb(16 32 48 / 5%), 0 8px 24px -16px rgb(16 32 48 / 18%); }
.card > h2 + p { margin-top: .375rem; color: var(--soft); }
.message { margin-top: 8vh; padding: 2rem 1.5rem; }
.message h1 { font-size: 1.375rem; margin-bottom: .75rem; }
.message p { color: var(--soft); }
.message p + p { margin-top: .5rem; }

.status { display: inline-flex; gap: .5rem; align-items: center; padding: .375rem .875rem .375rem .5rem; border-radius: 2rem; font-weight: 600; font-size: .9375rem; }
.status svg { flex: none; fill: none; stroke: currentcolor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.pending .status { color: var(--pending); background: var(--pending-tint); }
.paid .status { color: var(--paid); background: var(--paid-tint); }
.expired .status { color: var(--expired); background: var(--expired-tint); }
.canceled .status { color: var(--canceled); background: var(--canceled-tint); }
h1 .label { display: block; margin-top: .875rem; color: var(--soft); font-size: .9375rem; font-weight: 400; }
h1 .amount { display: block; font-size: clamp(1.75rem, 10vw, 2.5rem); font-weight: 700; letter-spacing: -.02em; line-height: 1.2; font-variant-numeric: tabular-nums; }
h1 small { font-size: .45em; font-weight: 600; letter-spacing: 0; color: var(--soft); }
.verdict { margin-top: 1rem; display: grid; gap: .375rem; }
.verdict p:first-child { font-weight: 600; }
.verdict .button { margin-top: .625rem; }
.facts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .625rem 1rem; margin-top: 1rem; padding-top: .875rem; border-top: 1px solid var(--line); }
.facts .wide { grid-column: 1 / -1; }
dt { color: var(--soft); font-size: .875rem; }
.facts dd { font-weight: 500; line-height: 1.4; }
.left dd { font-weight: 600; color: var(--pending); }
.live-note { margin-top: .875rem; color: var(--soft); font-size: .875rem; }

.rows { margin-top: 1rem; display: grid; gap: .75rem; }
.rows > div { position: relative; }
.rows .copyable { padding-right: 6.5rem; min-height: 2.75rem; }
.rows dd { font-weight: 500; line-height: 1.4; }
.rows .copy { position: absolute; right: 0; top: 50%; transform: translateY(-50%); }
.value span { display: inline-block; max-width: 100%; }
.value span:not(:last-child) { margin-right: .45em; }
.destination { padding: .75rem 1rem 1rem; background: var(--tint); border: 1px solid var(--line); border-radius: .75rem; }
.destination dd { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
.destination .copy { position: static; transform: none; flex: 1 0 auto; }
.destination .value { font: 600 1.25rem/1.4 ui-monospace, "SF Mono", Menlo, Consolas, "Roboto Mono", monospace; }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: .5rem 1.125rem; border: 1px solid var(--accent); border-radius: .625rem; background: transparent; color: var(--accent); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
.button:hover { background: var(--tint); }
.button.copy { padding: .375rem .875rem; font-size: .9375rem; }
.destination .button, .button.done, .verdict .button { background: var(--accent); color: var(--accent-ink); }
#print { margin-top: 1.25rem; width: 100%; }
figure { margin-top: 1.25rem; text-align: center; }
.barcode { padding: 1rem 20px; background: #fff; border: 1px solid var(--line); border-radius: .75rem; }
.barcode svg { display: block; margin: 0 auto; max-width: 100%; height: 80px; fill: #000; }
figcaption { margin-top: .5rem; color: var(--soft); font-size: .875rem; }
figcaption a { white-space: nowrap; display: inline-block; padding: .25rem; }
.steps { margin-top: .75rem; padding: 0; list-style: none; counter-reset: step; display: grid; gap: .875rem; }
.steps li { position: relative; padding-left: 2.75rem; min-height: 1.875rem; padding-top: .125rem; counter-increment: step; }
.steps li::before { content: counter(step); position: absolute; left: 0; top: 0; width: 1.875rem; height: 1.875rem; border-radius: 50%; background: var(--tint); color: var(--accent); font-weight: 700; text-align: center; line-height: 1.875rem; }
.notes { margin-top: .375rem; padding-left: 1.125rem; color: var(--soft); font-size: .9375rem; }

@media (max-width: 22rem) {
  header, main, footer { padding-left: .5rem; padding-right: .5rem; }
  .card { padding: 1rem; }
  .barcode { padding-left: 10px; padding-right: 10px; }
}
@media (min-width: 52rem) {
  header { padding-top: 1.5rem; padding-bottom: 1rem; }
  .wide .columns { grid-template-columns: minmax(0, 22rem) minmax(0, 1fr); }
  .card { padding: 1.75rem; }
  .summary { position: sticky; top: 1rem; }
  .destination .value { flex: 1; }
  .destination .copy { flex: none; }
  h1 .amount { font-size: 2.25rem; }
}
@media print {
  :root { --ground: #fff; --card: #fff; --line: #bbb; --ink: #000; --soft: #333; --accent: #000; --tint: #fff; --pending: #000; --pending-tint: #fff; --paid: #000; --paid-tint: #fff; --expired: #000; --expired-tint: #fff; --canceled: #000; --canceled-tint: #fff; color-scheme: light; }
  @page { margin: 12mm 15mm; }
  body { font-size: 10.5pt; line-height: 1.4; }
  .language, .button, .left, .live-note, figcaption a { display: none; }
  header, main, footer, .narrow header, .narrow main, .narrow footer { max-width: none; padding: 0; }
  header { margin-bottom: .5rem; }
  .columns, .payment { display: block; }
  .card { padding: .75rem 0; border: 0; border-top: 1px solid #bbb; border-radius: 0; box-shadow: none; break-inside: avoid; }
  .summary { position: static; border: 0; padding-top: 0; }
  .status { padding: 0; }
  h1 .label { margin-top: .5rem; }
  h1 .amount { font-size: 26pt; }
  .facts { margin-top: .5rem; padding: 0; gap: .375rem 2rem; border: 0; }
  .facts .wide { grid-column: auto; }
  .rows { margin-top: .5rem; gap: .375rem 2rem; grid-template-columns: 1fr 1fr; }
  .rows .copyable { min-height: 0; padding: 0; }
  .rows .destination { grid-column: 1 / -1; }
  .destination { padding: .5rem .75rem; border-color: #000; }
  figure { margin-top: .5rem; }
  .barcode { border: 0; padding: .5rem 20px; }
  .barcode svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .test { margin-bottom: .5rem; padding: .375rem; border: 2px solid #000; background: #fff; color: #000; }
  h3 { margin-top: .5rem; }
  .notes { font-size: inherit; }
  .steps { gap: .375rem; }
  .steps li { min-height: 0; padding-left: 1.75rem; padding-top: 0; }
  .steps li::before { content: counter(step) "."; width: auto; height: auto; line-height: inherit; }
  footer { padding-top: .75rem; padding-bottom: 0; border-top: 1px solid #bbb; }
}
`;
