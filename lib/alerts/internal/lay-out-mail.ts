export type Letter = {
  title: string
  paragraphs: readonly string[]
  action: { label: string; url: string }
  footnote: string
}

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** A letter as plain text and as HTML that every mail program shows alike: one column, no images, nothing loaded. */
export function layOutMail(letter: Letter, name: string | null): { text: string; html: string } {
  const greeting = name === null ? 'Hello,' : `Hello ${name},`
  return { text: toText(letter, greeting), html: toHtml(letter, greeting) }
}

function toText({ paragraphs, action, footnote }: Letter, greeting: string): string {
  return `${[greeting, ...paragraphs, `${action.label}: ${action.url}`, `--\n${footnote}`].join('\n\n')}\n`
}

function toHtml({ title, paragraphs, action, footnote }: Letter, greeting: string): string {
  const lines = [greeting, ...paragraphs].map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:32px 16px;${font};font-size:15px;line-height:1.55">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600;letter-spacing:.02em">Portico</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:600">${escapeHtml(title)}</h1>
${lines.join('\n')}
<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#1f2937;color:#ffffff;text-decoration:none;font-weight:500">${escapeHtml(action.label)}</a></p>
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #d1d5db;font-size:13px;color:#6b7280">${escapeHtml(footnote)}</p>
</div>
</body>
</html>
`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
