import { bodyOf, keyVariable, type SnippetInput } from './describe-request'
import { pythonDialect, writeLiteral } from './write-literal'

/** For the `openai` package. */
export function writePython(input: SnippetInput): string {
  const { web_search: webSearch, ...body } = bodyOf(input)
  const fields = Object.entries(body).map(
    ([name, value]) => `    ${name}=${writeLiteral(value, pythonDialect, 1)},`,
  )
  // The package takes only names that it knows; the gateway's own switch goes beside them.
  if (webSearch) fields.push('    extra_body={"web_search": True},')
  return [
    'import os',
    '',
    'from openai import OpenAI',
    '',
    'client = OpenAI(',
    `    base_url=${JSON.stringify(`${input.origin}/v1`)},`,
    `    api_key=os.environ["${keyVariable}"],`,
    ')',
    '',
    `${input.stream ? 'stream' : 'completion'} = client.chat.completions.create(`,
    ...fields,
    ')',
    '',
    ...(input.stream ? readStream : readWhole),
    '',
  ].join('\n')
}

const readStream = [
  'for chunk in stream:',
  '    if chunk.choices and chunk.choices[0].delta.content:',
  '        print(chunk.choices[0].delta.content, end="", flush=True)',
  '    if chunk.usage:',
  '        print("\\n", chunk.usage)',
]

const readWhole = ['print(completion.choices[0].message)', 'print(completion.usage)']
