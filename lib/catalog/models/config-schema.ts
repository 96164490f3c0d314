import { z } from 'zod'
import { configSchemaOf } from '@/lib/platform/env'
import { ProvidersFile } from './internal/seed-files'

/** The JSON Schema of portico.yaml, with which editors complete and check it. `descriptions`: of variables, by name. */
export function writeConfigSchema(descriptions: ReadonlyMap<string, string>): string {
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
      const description = descriptions.get(variable.toUpperCase())
      if (description !== undefined) jsonSchema.description = description
    },
  })
  return `${JSON.stringify({ title: 'portico.yaml', ...schema }, null, 2)}\n`
}
