// An email as HTML for mail programs: tables and inline styles, because many programs know nothing else, no pictures but
// the shop's logo from our own address and the bar code that comes along, and colours that stay readable when a program turns them dark.
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { OUR_COLOUR, shadesOf } from '../../domain/accounts/colour.js';
import type { ContentRow, EmailContent } from '../../domain/messages/email-content.js';
import { EMAIL_TEXTS } from '../../domain/messages/texts.js';
import { groupsOf } from '../../domain/points/number-groups.js';

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const NUMBER = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:19px;font-weight:700';
const INK = 'color:#16202e';
const SOFT = 'color:#55606f';

const DARK = `@media (prefers-color-scheme: dark) {
  .page { background: #10151d !important } .card { background: #1a212c !important; border-color: #303a48 !important }
  .ink { color: #eef2f7 !important } .soft { color: #aab4c2 !important } .line { border-color: #303a48 !important }
}`;

/** `barcode` is where the bar code of the order is, such as `cid:barcode`; null if it has none. */
export function emailAsHtml(email: EmailContent, barcode: string | null = null): string {
  return `<!doctype html>\n${renderToString(<Page email={email} barcode={barcode} />)}`;
}

function Page({ email, barcode }: { email: EmailContent; barcode: string | null }) {
  const texts = EMAIL_TEXTS[email.language];
  return (
    <html lang={email.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{email.subject}</title>
        <style>{DARK}</style>
      </head>
      <body class="page" style={`margin:0;padding:0;background:#f2f4f7;${FONT}`}>
        <Frame>
          <Shop email={email} />
          {email.isTest && (
            <p style="margin:8px 0;padding:8px 12px;background:#fff3cd;color:#5c4400;border-radius:6px;font-size:14px">
              {texts.testNote}
            </p>
          )}
          <h1 class="ink" style={`margin:0 0 16px;font-size:26px;line-height:1.25;${INK}`}>
            {email.heading}
          </h1>
          {email.introduction.split('\n').map((line) => (
            <p key={line} class="ink" style={`margin:0 0 12px;font-size:16px;line-height:1.5;${INK}`}>
              {line}
            </p>
          ))}
          {barcode !== null && <Barcode src={barcode} label={texts.barcode} />}
          <Rows rows={email.rows} />
          <Button email={email} />
          <Steps title={texts.steps} steps={email.steps} />
          {email.notes.map((note) => (
            <p key={note} class="soft" style={`margin:0 0 12px;font-size:14px;line-height:1.5;${SOFT}`}>
              {note}
            </p>
          ))}
          <p class="soft" style={`margin:16px 0 0;font-size:13px;line-height:1.5;${SOFT}`}>
            {texts.orCopy}
            <br />
            <a href={email.button.url} class="soft" style={`word-break:break-all;${SOFT}`}>
              {email.button.url}
            </a>
          </p>
        </Frame>
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
          <tr>
            <td align="center" style="padding:0 16px 32px">
              {email.footer.map((line) => (
                <p key={line} class="soft" style={`margin:0 auto 6px;max-width:520px;font-size:13px;${SOFT}`}>
                  {line}
                </p>
              ))}
            </td>
          </tr>
        </table>
      </body>
    </html>
  );
}

function Frame({ children }: { children: ComponentChildren }) {
  return (
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
      <tr>
        <td align="center" style="padding:32px 12px 16px">
          <table
            role="presentation"
            class="card"
            width="100%"
            cellpadding="0"
            cellspacing="0"
            style="max-width:560px;background:#ffffff;border:1px solid #dde2e9;border-radius:12px"
          >
            <tr>
              <td style="padding:28px 24px;text-align:left">{children}</td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  );
}

/** Whose email it is. A logo may be dark on nothing, so it stands on white by night, too. */
function Shop({ email: { shop, brand } }: { email: EmailContent }) {
  return (
    <p class="soft" style={`margin:0 0 12px;font-size:15px;font-weight:600;${SOFT}`}>
      {brand.logo !== null && (
        <img
          src={brand.logo.url}
          alt=""
          width={Math.ceil(brand.logo.width / 2)}
          height={Math.ceil(brand.logo.height / 2)}
          style="display:block;margin:0 0 8px;padding:4px;background:#ffffff;border-radius:6px;max-width:100%"
        />
      )}
      {shop}
    </p>
  );
}

/** On white by night, too, or no till reads it. */
function Barcode({ src, label }: { src: string; label: string }) {
  return (
    <p style="margin:8px 0;padding:8px;background:#ffffff;border:1px solid #dde2e9;border-radius:8px;text-align:center">
      <img src={src} alt={label} style="max-width:100%;height:auto" />
    </p>
  );
}

function Rows({ rows }: { rows: readonly ContentRow[] }) {
  return (
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 20px">
      {rows.map(({ label, value, look }) => (
        <tr key={label}>
          <td class="line" style="padding:10px 0;border-top:1px solid #dde2e9">
            <span class="soft" style={`display:block;font-size:13px;${SOFT}`}>
              {label}
            </span>
            <span
              class="ink"
              style={`display:block;word-break:break-word;${look === 'number' ? NUMBER : 'font-size:16px'};${INK}`}
            >
              {look === 'number' ? <Digits value={value} /> : value}
            </span>
          </td>
        </tr>
      ))}
    </table>
  );
}

/** Gaps are drawn, so that copying gives only the digits. A number in groups breaks between them, an address anywhere. */
function Digits({ value }: { value: string }) {
  const groups = groupsOf(value);
  if (groups.length === 1) return <span style="word-break:break-all">{value}</span>;
  return (
    <>
      {groups.map((group, index) => (
        <span key={index} style="display:inline-block;padding-right:6px">
          {group}
        </span>
      ))}
    </>
  );
}

function Button({ email: { button, brand } }: { email: EmailContent }) {
  const { colour, ink } = shadesOf(brand.colour ?? OUR_COLOUR);
  return (
    <table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px">
      <tr>
        <td style={`background:${colour};border-radius:8px`}>
          <a
            href={button.url}
            style={`display:inline-block;padding:13px 22px;color:${ink};font-size:16px;font-weight:600;text-decoration:none`}
          >
            {button.label}
          </a>
        </td>
      </tr>
    </table>
  );
}

function Steps({ title, steps }: { title: string; steps: readonly string[] }) {
  if (steps.length === 0) return null;
  return (
    <>
      <h2 class="ink" style={`margin:4px 0 8px;font-size:17px;${INK}`}>
        {title}
      </h2>
      <ol class="ink" style={`margin:0 0 16px;padding-left:22px;font-size:15px;line-height:1.5;${INK}`}>
        {steps.map((step) => (
          <li key={step} style="margin:0 0 6px">
            {step}
          </li>
        ))}
      </ol>
    </>
  );
}
