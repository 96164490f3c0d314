import type { Transporter } from 'nodemailer'
import { env } from './env'
import { escapeHtml } from './escape'
import { PRODUCT_NAME } from './variables'

/** Whether this installation can send email: `SMTP_URL` and `MAIL_FROM` are set. */
export function isMailAvailable(): boolean {
  const { SMTP_URL, MAIL_FROM } = env()
  return SMTP_URL !== undefined && MAIL_FROM !== undefined
}

export type Mail = {
  /** The same when a mail is sent again, so that mail servers recognize it. */
  id: string
  to: string | readonly string[]
  subject: string
  text: string
  html: string
}

const CONNECT_MILLIS = 10_000
const SILENCE_MILLIS = 20_000

/** Connects and signs in without sending anything. Throws if that fails. */
export async function checkMail(): Promise<void> {
  const { SMTP_URL: url } = env()
  if (url === undefined) throw new Error('SMTP_URL is not set')
  await (await transportTo(url)).verify()
}

/** Sends a mail by the SMTP server. Throws if it is unreachable or refuses the mail. */
export async function sendMail({ id, to, ...mail }: Mail): Promise<void> {
  const { SMTP_URL: url, MAIL_FROM: from, publicUrl } = env()
  if (url === undefined || from === undefined) throw new Error('SMTP_URL and MAIL_FROM are not both set')
  const messageId = `<${id}@${new URL(publicUrl).hostname}>`
  await (await transportTo(url)).sendMail({
    ...mail,
    // Not as text, which would be parsed as a list, in which a quoted name may contain anything.
    to: [to].flat().map((address) => ({ name: '', address })),
    from,
    messageId,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
}

type Sending = { url: string; transport: Transporter }
let sending: Sending | undefined

/** Operators may change the server while the process runs. */
async function transportTo(url: string): Promise<Transporter> {
  if (sending?.url === url) return sending.transport
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MILLIS,
    greetingTimeout: CONNECT_MILLIS,
    socketTimeout: SILENCE_MILLIS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  sending = { url, transport }
  return transport
}

type Link = { label: string; url: string }

export type Letter = {
  title: string
  paragraphs: readonly string[]
  action: Link
  /** Why it was sent. */
  footnote: string
  settings?: Link
}

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** The console's colors (app/styles/tokens.css) in hexadecimal, which all mail clients support. */
const light = {
  canvas: '#fafaf9',
  surface: '#ffffff',
  line: '#e4e4e0',
  ink: '#1a1916',
  muted: '#56554f',
  action: '#1f1e1b',
  onAction: '#fafaf9',
}
const dark = {
  canvas: '#0f0f0d',
  surface: '#161513',
  line: '#2a2926',
  ink: '#edece8',
  muted: '#aeada7',
  action: '#edece8',
  onAction: '#151412',
}

/** Dark colors. All other styles are inline, because some mail clients drop style sheets. */
const darkStyle = `@media (prefers-color-scheme:dark){
.canvas{background:${dark.canvas}!important}
.sheet{background:${dark.surface}!important;border-color:${dark.line}!important}
.ink{color:${dark.ink}!important}
.muted{color:${dark.muted}!important}
.mark{background:${dark.ink}!important}
.action{background:${dark.action}!important;color:${dark.onAction}!important}
}`

/** Without a name: whoever signed up chose it, perhaps with someone else's email address. */
const GREETING = 'Hello,'

/** A letter as plain text and as HTML for all mail clients: one column, no images, nothing loaded. */
export function layOutMail(letter: Letter): { text: string; html: string } {
  return { text: toText(letter), html: toHtml(letter) }
}

function toText({ paragraphs, action, footnote, settings }: Letter): string {
  const end = ['-- ', footnote, ...(settings ? [`${settings.label}: ${settings.url}`] : [])].join('\n')
  return `${[GREETING, ...paragraphs, `${action.label}: ${action.url}`, end].join('\n\n')}\n`
}

function toHtml({ title, paragraphs, action, footnote, settings }: Letter): string {
  const lines = [GREETING, ...paragraphs].map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>:root{color-scheme:light dark}
${darkStyle}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:${light.canvas}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(paragraphs[0] ?? '')}</div>
<div class="canvas ink" style="padding:32px 16px;background:${light.canvas};color:${light.ink};${font};font-size:15px;line-height:1.55;overflow-wrap:anywhere">
<div style="max-width:520px;margin:0 auto">
${masthead()}
<div class="sheet" style="padding:28px 24px 24px;border:1px solid ${light.line};border-radius:8px;background:${light.surface}">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:600">${escapeHtml(title)}</h1>
${lines.join('\n')}
<p style="margin:24px 0 0"><a class="action" href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:${light.action};color:${light.onAction};text-decoration:none;font-weight:500">${escapeHtml(action.label)}</a></p>
</div>
<p class="muted" style="margin:20px 0 0;padding:0 24px;font-size:13px;line-height:1.5;color:${light.muted}">${escapeHtml(footnote)}${settingsLink(settings)}</p>
</div>
</div>
</body>
</html>
`
}

function settingsLink(settings: Link | undefined): string {
  if (settings === undefined) return ''
  return ` <a class="muted" href="${escapeHtml(settings.url)}" style="color:${light.muted}">${escapeHtml(settings.label)}</a>`
}

/** The logo, drawn with colored cells, because mail clients block images. */
const columns = [5, 4, 2, 1].map(column).join(gap(2))
const mark = `<td aria-hidden="true" style="padding:0 9px 0 0;font-size:0;line-height:0">${bar(18, 3)}<div style="height:2px"></div><table role="presentation" cellpadding="0" cellspacing="0" style="border-collapse:collapse"><tr>${columns}</tr></table></td>`

/** An installation with another name does not show the logo. */
function masthead(): string {
  const name = env().INSTALLATION_NAME
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px 24px;border-collapse:collapse"><tr>${name === PRODUCT_NAME ? mark : ''}<td style="padding:0;font-size:15px;line-height:20px;font-weight:600;letter-spacing:-.02em">${escapeHtml(name)}</td></tr></table>`
}

function bar(width: number, height: number): string {
  return `<div class="mark" style="width:${width}px;height:${height}px;background:${light.ink}"></div>`
}

function column(width: number): string {
  return `<td style="padding:0">${bar(width, 11)}</td>`
}

function gap(width: number): string {
  return `<td style="padding:0;width:${width}px"></td>`
}
