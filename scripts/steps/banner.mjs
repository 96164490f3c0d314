// What a person needs to know to begin.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const question = '{"model":"sandbox/chat","messages":[{"role":"user","content":"Hello!"}]}'

export function banner({ url, sign_in_url: link, email, password, api_key: apiKey }) {
  const lines = ['', `  Portico is ready at ${url}`, '']
  if (link) lines.push('  Open this to sign in; keep it to yourself', '', `    ${link}`, '')
  if (email) lines.push('  Demo account', `    email     ${email}`, `    password  ${password}`)
  if (apiKey) {
    lines.push(`    API key   ${apiKey}`, '', '  Try it', '')
    lines.push(`    curl ${url}/v1/chat/completions -H 'Authorization: Bearer ${apiKey}' \\`)
    lines.push(`      -H 'Content-Type: application/json' -d '${question}'`, '')
    lines.push('  Ctrl-C stops it.', '')
  }
  return lines.join('\n')
}

/** The demo account as the server wrote it down; only the address when there is none. */
export function readDemo(dataDir, url) {
  const file = join(dataDir, 'demo.json')
  return existsSync(file) ? { ...JSON.parse(readFileSync(file, 'utf8')), url } : { url }
}
