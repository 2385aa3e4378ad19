// The stylesheet of the dashboard: dense where people compare, roomy where they press. Tables become cards on a phone.
import { BASE_STYLE } from '../ui/base-style.js';

export const DASHBOARD_STYLE = /* css */ `${BASE_STYLE}header, main, footer { max-width: 72rem; margin: 0 auto; padding: 0 1rem; }
footer { padding-bottom: 2rem; color: var(--soft); font-size: .875rem; }
main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; padding-bottom: 1.5rem; }
p, h1, h2, h3, dl, dd, ul, ol { margin: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.125rem; line-height: 1.25; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
.soft { color: var(--soft); }
.code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Roboto Mono", monospace; font-size: .9375em; }

header { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: center; padding-top: .75rem; padding-bottom: .75rem; }
.brand { font-weight: 700; margin-right: auto; }
.brand .mode { margin-left: .5rem; }
.mode { display: inline-block; padding: .125rem .625rem; border-radius: 1rem; font-size: .8125rem; font-weight: 600; background: var(--canceled-tint); color: var(--canceled); }
.mode.test { background: var(--test); color: #fff; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding: .5rem .75rem; border-radius: .5rem; text-decoration: none; font-weight: 500; }
nav a:hover { background: var(--tint); }
nav a[aria-current] { background: var(--accent); color: var(--accent-ink); }

.card { padding: 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
.card > * + * { margin-top: .875rem; }
.card.row > *, .card.fields > * { margin-top: 0; }
.narrow { max-width: 30rem; width: 100%; margin: 6vh auto 0; }
.notice, .problem { padding: .75rem 1rem; border-radius: .75rem; font-weight: 500; }
.notice { background: var(--paid-tint); color: var(--paid); }
.problem { background: var(--expired-tint); color: var(--expired); white-space: pre-line; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 1rem; }
.figures div { padding: .875rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
dt { color: var(--soft); font-size: .875rem; }
.figures dd { font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .75rem 1.5rem; }
.facts dd { font-weight: 500; }

table { width: 100%; border-collapse: collapse; }
th { text-align: left; color: var(--soft); font-size: .875rem; font-weight: 500; }
th, td { padding: .625rem .75rem .625rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
td small { display: block; color: var(--soft); }
.number { text-align: right; padding-right: 0; white-space: nowrap; font-variant-numeric: tabular-nums; }
.status { display: inline-block; padding: .125rem .625rem; border-radius: 1rem; font-size: .875rem; font-weight: 600; white-space: nowrap; }
.pending { color: var(--pending); background: var(--pending-tint); }
.paid { color: var(--paid); background: var(--paid-tint); }
.expired { color: var(--expired); background: var(--expired-tint); }
.canceled { color: var(--canceled); background: var(--canceled-tint); }

form { margin: 0; }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
.row.middle { align-items: center; }
.row .grow { flex: 1 1 14rem; }
.fields { display: grid; gap: .875rem; }
label { display: block; font-size: .875rem; color: var(--soft); }
label.check { display: flex; gap: .5rem; align-items: center; color: var(--ink); font-size: 1rem; min-height: 2.75rem; }
label.check input { flex: none; width: 1.25rem; min-height: 1.25rem; margin: 0; }
input, select { display: block; width: 100%; min-height: 2.75rem; margin-top: .25rem; padding: .5rem .75rem; border: 1px solid var(--soft); border-radius: .625rem; background: var(--card); color: var(--ink); font: inherit; }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: .5rem 1.125rem; border: 1px solid var(--accent); border-radius: .625rem; background: transparent; color: var(--accent); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { background: var(--tint); }
button.main { background: var(--accent); color: var(--accent-ink); }
button.danger { border-color: var(--expired); color: var(--expired); }
button.small { min-height: 2.25rem; padding: .25rem .75rem; font-size: .875rem; }
.timeline { padding: 0; list-style: none; display: grid; gap: 1rem; }
.timeline li { padding-left: 1rem; border-left: 3px solid var(--line); }
.timeline ul { padding: 0; list-style: none; color: var(--soft); font-size: .9375rem; }
.timeline ul li { padding: 0; border: 0; }

@media (max-width: 40rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, td { display: block; }
  tr { padding: .75rem 0; border-bottom: 1px solid var(--line); }
  tr:last-child { border-bottom: 0; }
  td { display: flex; gap: .75rem; justify-content: space-between; padding: .125rem 0; border: 0; text-align: right; }
  td::before { content: attr(data-name); flex: 0 1 auto; white-space: normal; color: var(--soft); font-size: .875rem; text-align: left; }
}
`;
