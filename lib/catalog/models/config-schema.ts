import { z } from 'zod'
import { configSchemaOf } from '@/lib/platform/env'
import { ProvidersFile } from './internal/seed-files'

/** The JSON Schema of portico.yaml for editors. `example`: the content of .env.example, for its comments. */
export function writeConfigSchema(example: string): string {
  const comments = readComments(example)
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
      const description = comments.get(variable.toUpperCase())
      if (description !== undefined) jsonSchema.description = description
    },
  })
  return `${JSON.stringify({ title: 'portico.yaml', ...schema }, null, 2)}\n`
}

/** The comment above each variable; several variables may share one. */
function readComments(example: string): Map<string, string> {
  const comments = new Map<string, string>()
  let lines: string[] = []
  let isOver = true
  for (const line of example.split('\n')) {
    const variable = /^([A-Z0-9_]+)=/.exec(line)?.[1]
    if (line.startsWith('# ') && !line.startsWith('# --')) {
      if (isOver) lines = []
      lines.push(line.slice(2))
      isOver = false
    } else if (variable !== undefined) {
      if (!isOver) comments.set(variable, lines.join(' '))
      isOver = true
    } else isOver = true
  }
  return comments
}
