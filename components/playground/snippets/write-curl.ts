import { bodyOf, keyVariable, type SnippetInput } from './describe-request'
import { quoteShell } from './quote-shell'

export function writeCurl(input: SnippetInput): string {
  // As far in as the options it belongs to; within JSON's own strings no line begins.
  const body = JSON.stringify(bodyOf(input), null, 2).replaceAll('\n', '\n  ')
  // -N: without it curl keeps a stream back until its buffer is full.
  return [
    `curl ${input.stream ? '-N ' : ''}${quoteUrl(`${input.origin}/v1/chat/completions`)} \\`,
    `  -H "Authorization: Bearer $${keyVariable}" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${quoteShell(body)}`,
  ].join('\n')
}

function quoteUrl(url: string): string {
  return /^[\w:/.-]+$/.test(url) ? url : quoteShell(url)
}
