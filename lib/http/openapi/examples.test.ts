import { Ajv2020 } from 'ajv/dist/2020'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { apiRoutes } from '@/app/(api)/routes'
import { openApiDocument } from './open-api-document'

const document = openApiDocument(apiRoutes, 'https://portico.example')
const written: unknown = JSON.parse(JSON.stringify(document))

/** References are read from the whole document, under a name of its own. */
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'document', ...z.record(z.string(), z.unknown()).parse(written) })

const Content = z.object({
  schema: z.looseObject({ $ref: z.string().optional() }),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
})

type Shown = { where: string; schema: object; values: unknown[] }

/** Every body that is described by a schema, with its examples. */
function shownIn(part: unknown, where = ''): Shown[] {
  if (typeof part !== 'object' || part === null) return []
  const content = 'schema' in part && !('in' in part) ? Content.safeParse(part).data : undefined
  if (content === undefined)
    return Object.entries(part).flatMap(([name, value]) => shownIn(value, `${where}/${name}`))
  const { schema, example, examples = {} } = content
  const values = [
    ...(example === undefined ? [] : [example]),
    ...Object.values(examples).map(({ value }) => value),
  ]
  const absolute = schema.$ref === undefined ? schema : { ...schema, $ref: `document${schema.$ref}` }
  return [{ where, schema: absolute, values }]
}

const shown = shownIn(written)

it('has schemas that can be read, and examples that fit them', () => {
  expect(shown.flatMap(({ values }) => values).length).toBeGreaterThan(50)
  for (const { where, schema, values } of shown) {
    const fits = ajv.compile(schema)
    for (const value of values)
      expect(fits(value), `${where} ${JSON.stringify(value)} ${ajv.errorsText(fits.errors)}`).toBe(true)
  }
})
