import { bodyOf, keyVariable, type SnippetInput } from './describe-request'
import { typescriptDialect, writeLiteral } from './write-literal'

/** For the `openai` package. */
export function writeTypescript(input: SnippetInput): string {
  const { web_search: webSearch, ...body } = bodyOf(input)
  const fields = Object.entries(body).map(
    ([name, value]) => `  ${typescriptDialect.key(name)}: ${writeLiteral(value, typescriptDialect, 1)},`,
  )
  // Spread, because the package's types do not know the gateway's own switch.
  if (webSearch) fields.push('  ...{ web_search: true },')
  return [
    `import OpenAI from 'openai'`,
    '',
    'const client = new OpenAI({',
    `  baseURL: ${JSON.stringify(`${input.origin}/v1`)},`,
    `  apiKey: process.env.${keyVariable},`,
    '})',
    '',
    `const ${input.stream ? 'stream' : 'completion'} = await client.chat.completions.create({`,
    ...fields,
    '})',
    '',
    ...(input.stream ? readStream : readWhole),
    '',
  ].join('\n')
}

const readStream = [
  'for await (const chunk of stream) {',
  `  process.stdout.write(chunk.choices[0]?.delta?.content ?? '')`,
  '  if (chunk.usage) console.log(chunk.usage)',
  '}',
]

const readWhole = ['console.log(completion.choices[0]?.message)', 'console.log(completion.usage)']
