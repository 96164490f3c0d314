import { z } from 'zod'
import { configSchemaOf } from '@/lib/platform/env'
import { ProvidersFile } from './internal/seed-files'

/** The JSON Schema of portico.yaml, by which editors complete and check it; `example` is .env.example, for its comments. */
export function writeConfigSchema(example: string): string {
  const words = readWords(example)
  const schema = z.toJSONSchema(configSchemaOf(ProvidersFile), {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override({ jsonSchema, path }) {
      const [section, name] = path
        .slice(-3)
        .filter((part) => part !== 'properties')
        .slice(-2)
      const variable = section === 'limits' ? `RATE_LIMIT_${name}` : String(name)
      if (section !== 'settings' && section !== 'limits') return
      const description = words.get(variable.toUpperCase())
      if (description !== undefined) jsonSchema.description = description
    },
  })
  return `${JSON.stringify({ title: 'portico.yaml', ...schema }, null, 2)}\n`
}

/** The comment above a variable, which may apply to several. */
function readWords(example: string): Map<string, string> {
  const words = new Map<string, string>()
  let said: string[] = []
  let isOver = true
  for (const line of example.split('\n')) {
    const variable = /^([A-Z0-9_]+)=/.exec(line)?.[1]
    if (line.startsWith('# ') && !line.startsWith('# --')) {
      if (isOver) said = []
      said.push(line.slice(2))
      isOver = false
    } else if (variable !== undefined) {
      if (!isOver) words.set(variable, said.join(' '))
      isOver = true
    } else isOver = true
  }
  return words
}
