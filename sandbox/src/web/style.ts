/** The one style sheet of the sandbox's pages. Colors are the association's own; every pair passes WCAG AA. */
export const STYLE = `
:root {
  --paper: #fbf8f2; --white: #fff; --ink: #16202e; --ink-2: #4a5565; --rule: #e2dbcd;
  --aff: #b3372b; --aff-deep: #8f2a20; --neg: #1e5f74; --ok: #1f7a4d; --wait: #8a6100; --wait-bg: #fff3d1; --stop: #b3261e;
  --display: Fraunces, 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif;
  --text: 'Source Sans 3', 'Segoe UI', system-ui, -apple-system, 'Helvetica Neue', Arial, sans-serif;
  --shadow: 0 1px 2px rgb(22 32 46 / 6%), 0 8px 28px rgb(22 32 46 / 7%);
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 var(--text); }
h1, h2 { font-family: var(--display); font-weight: 560; line-height: 1.15; letter-spacing: -0.01em; margin: 0; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: clamp(1.7rem, 1.3rem + 1.6vw, 2.3rem); }
h2 { font-size: 1.2rem; margin: 0 0 12px; }
.stack > h2, .row > h2 { margin: 0; }
p { margin: 0; max-width: 68ch; }
a { color: var(--neg); text-underline-offset: 3px; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--neg); outline-offset: 2px; border-radius: 4px; }
code { font: 0.9em ui-monospace, 'SF Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.sandbox-note { background: var(--ink); color: var(--paper); font-size: 0.875rem; padding: 7px 20px; text-align: center; }
.sandbox-note strong { font-weight: 650; }
.top { border-bottom: 1px solid var(--rule); background: var(--paper); }
.top nav { max-width: 1160px; margin: 0 auto; padding: 10px 20px; display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 20px; }
.top a { color: var(--ink-2); text-decoration: none; padding: 6px 0; }
.top a:hover { color: var(--ink); text-decoration: underline; }
.top a[aria-current] { color: var(--ink); font-weight: 650; box-shadow: inset 0 -2px var(--aff); }
.brand { font-family: var(--display); font-size: 1.15rem; font-weight: 600; color: var(--ink) !important; margin-right: auto; }
.brand::after { content: ' sandbox'; color: var(--ink-2); font-weight: 400; font-style: italic; }
main { max-width: 1160px; margin: 0 auto; padding: 32px 20px 72px; display: grid; gap: 28px; grid-template-columns: minmax(0, 1fr); }
main.narrow { max-width: 520px; }
.lede { color: var(--ink-2); font-size: 1.05rem; margin-top: 8px; }
.card { background: var(--white); border: 1px solid var(--rule); border-radius: 16px; box-shadow: var(--shadow); padding: 24px; min-width: 0; }
.row { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; }
.row.spread { justify-content: space-between; }
.back { margin-bottom: 8px; }
.merchant { max-width: 1160px; margin: 0 auto; padding: 22px 20px 0; display: flex; gap: 10px; align-items: center; font: 600 1.25rem var(--display); }
.merchant svg { width: 26px; height: 26px; flex: none; }
.merchant.narrow { max-width: 520px; }
.sheet { display: grid; gap: 36px; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); align-items: start; }
.sheet > :first-child { align-self: stretch; padding-right: 36px; border-right: 1px solid var(--rule); }
.columns { display: grid; gap: 20px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); }
.muted { color: var(--ink-2); }
.small { font-size: 0.875rem; }
.money, td.number, th.number { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
.big-money { font-family: var(--display); font-size: 2.5rem; font-weight: 560; letter-spacing: -0.02em; line-height: 1.1; font-variant-numeric: tabular-nums lining-nums; }
.big-money small { font: 1rem var(--text); letter-spacing: 0; color: var(--ink-2); }
label { display: block; font-weight: 600; margin-bottom: 4px; }
input[type='email'], input[type='text'], input[type='search'], input[type='number'], select { width: 100%; min-height: 46px; padding: 9px 12px; font: inherit; color: var(--ink); background: var(--white); border: 1px solid #8c8473; border-radius: 10px; }
.choice { display: flex; gap: 10px; align-items: flex-start; font-weight: 400; padding: 11px 14px; margin: 0; border: 1px solid var(--rule); border-radius: 10px; cursor: pointer; }
.choice + .choice { margin-top: 8px; }
.choice:has(:checked) { border-color: var(--neg); box-shadow: inset 0 0 0 1px var(--neg); }
.choice input { margin: 4px 0 0; accent-color: var(--neg); width: 16px; height: 16px; flex: none; }
fieldset { border: 0; padding: 0; margin: 0; min-width: 0; }
legend { font-weight: 600; padding: 0; margin-bottom: 6px; }
button, .button { display: inline-block; min-height: 46px; padding: 10px 20px; border: 1px solid #8c8473; border-radius: 10px; background: var(--white); color: var(--ink); font: 600 1rem/1.4 var(--text); text-align: center; text-decoration: none; cursor: pointer; transition: background 140ms ease-out, border-color 140ms ease-out; }
button:hover, .button:hover { background: #f4efe5; border-color: var(--ink-2); }
button.primary { background: var(--aff); border-color: var(--aff); color: #fff; }
button.primary:hover { background: var(--aff-deep); border-color: var(--aff-deep); }
button.wide { width: 100%; }
input.short { width: 7em; min-height: 36px; padding: 5px 10px; }
td form.row { flex-wrap: nowrap; gap: 8px; }
button.quiet { min-height: 36px; padding: 5px 12px; font-size: 0.9rem; }
.stack { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); align-content: start; }
.stack.tight { gap: 8px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; }
.notice { border-radius: 10px; padding: 12px 16px; border-left: 4px solid; font-weight: 600; max-width: none; }
.notice.stop { background: #fbeae8; border-color: var(--stop); color: var(--stop); }
.notice.ok { background: #e6f3ec; border-color: var(--ok); color: #17603c; }
.notice.wait { background: var(--wait-bg); border-color: var(--wait); color: #6e4d00; }
.badge { display: inline-block; padding: 1px 9px; border-radius: 99px; font-size: 0.82rem; font-weight: 650; white-space: nowrap; background: #ece8de; color: var(--ink); }
.badge.ok { background: #e0f0e7; color: #17603c; }
.badge.wait { background: var(--wait-bg); color: #6e4d00; }
.badge.stop { background: #fbe4e1; color: #951d16; }
.scroll { overflow-x: auto; margin: 0 -24px; padding: 0 24px; }
table { border-collapse: collapse; width: 100%; font-size: 0.94rem; }
th { text-align: left; font-size: 0.82rem; font-weight: 650; color: var(--ink-2); padding: 6px 16px 6px 0; white-space: nowrap; border-bottom: 1px solid var(--rule); }
td { padding: 9px 16px 9px 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
td:last-child, th:last-child { padding-right: 0; }
tbody tr:last-child td { border-bottom: 0; }
td.when { white-space: nowrap; }
caption { text-align: left; padding-bottom: 4px; }
table.lines td:first-child { width: 100%; }
table.lines tfoot td { border-bottom: 0; padding-top: 6px; padding-bottom: 6px; }
table.lines tfoot tr.total td { border-top: 2px solid var(--ink); font-weight: 700; padding-top: 10px; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 6px 20px; margin: 0; font-size: 0.94rem; }
dt { color: var(--ink-2); }
dd { margin: 0; overflow-wrap: anywhere; }
pre { margin: 0; padding: 16px; overflow: auto; max-height: 560px; background: #f6f2e9; border: 1px solid var(--rule); border-radius: 10px; font: 0.84rem/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
pre.wrap { white-space: pre-wrap; overflow-wrap: anywhere; }
.empty { color: var(--ink-2); padding: 28px 0; text-align: center; max-width: none; }
.mail-list { list-style: none; margin: 0; padding: 0; }
.mail-list li { border-bottom: 1px solid var(--rule); }
.mail-list li:last-child { border-bottom: 0; }
.mail-list a { display: grid; grid-template-columns: minmax(0, 15rem) minmax(0, 1fr) max-content; gap: 2px 20px; padding: 12px 8px; color: var(--ink); text-decoration: none; border-radius: 8px; }
.mail-list a:hover { background: #f6f2e9; }
.mail-list .to { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.mail-list .subject { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.mail-frame { width: 100%; height: min(78vh, 900px); border: 1px solid var(--rule); border-radius: 10px; background: #fff; display: block; }
.samples code { color: var(--ink-2); align-self: center; }
.samples a { grid-template-columns: minmax(0, 20rem) minmax(0, 1fr); }
.samples .muted { grid-column: 2; }
.samples-frames { display: grid; gap: 20px; grid-template-columns: minmax(0, 1fr) auto; align-items: start; }
.mail-frame.phone { width: 362px; max-width: 100%; }
pre.whole { max-height: none; }
.grow { flex: 1 1 12rem; }
.gap { margin-top: 24px; }
.pages { display: flex; gap: 10px; justify-content: center; }
@media (max-width: 1080px) { .samples-frames { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 640px) {
  main { padding: 20px 16px 56px; gap: 20px; }
  .top nav { padding: 8px 16px; gap: 0 16px; }
  .brand { flex-basis: 100%; }
  .card { padding: 18px 16px; border-radius: 14px; }
  .scroll { margin: 0 -16px; padding: 0 16px; }
  .sheet { grid-template-columns: minmax(0, 1fr); gap: 24px; }
  .sheet > :first-child { padding-right: 0; border-right: 0; }
  .merchant { padding: 16px 16px 0; }
  .sandbox-note { font-size: 0.8rem; padding: 6px 12px; }
  .scroll { margin: 0; padding: 0; }
  .scroll thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .scroll table, .scroll tbody { display: block; }
  .scroll tr { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 16px; padding: 10px 0; border-bottom: 1px solid var(--rule); }
  .scroll tbody tr:last-child { border-bottom: 0; }
  .scroll td { display: block; padding: 0; border: 0; min-width: 0; overflow-wrap: anywhere; }
  .scroll td:first-child { flex-basis: 100%; font-weight: 600; }
  .mail-list a { grid-template-columns: minmax(0, 1fr); padding: 12px 4px; }
  .mail-list .subject { grid-row: 1; white-space: normal; }
  .samples .muted { grid-column: 1; }
  .samples-frames .wide { display: none; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: 10px; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
