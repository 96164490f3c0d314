import { z } from 'zod'
import { jsonSchemaOf } from '@/lib/http/api-responses'
import type { Route } from '@/lib/http/contract'
import { apiRoutes } from './routes'

/** For tests: every method of every route. */
export type Operation = { method: string; path: string; folder: string; route: Route }
export const operations: Operation[] = Object.entries(apiRoutes).flatMap(([folder, module]) =>
  Object.entries(module)
    .filter(([method]) => method !== 'OPTIONS')
    .map(([method, { route }]) => ({ method, path: pathOf(folder), folder, route })),
)

const Fields = z.looseObject({
  required: z.array(z.string()).default([]),
  properties: z.record(
    z.string(),
    z.looseObject({
      enum: z.array(z.unknown()).optional(),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
    }),
  ),
})
/** Each field of a query, with values that its schema refuses. */
export const withQuery = operations.flatMap((operation) => {
  const { query } = operation.route.declaration
  const { required, properties } = Fields.parse(query ? jsonSchemaOf(query, 'input') : { properties: {} })
  const fields = required.length > 0 ? [] : Object.entries(properties)
  return fields.flatMap(([name, { enum: values, minimum, maximum }]) => {
    const numbers = minimum === undefined || maximum === undefined ? [] : [minimum - 1, maximum + 1, 1.5, 'x']
    return [...numbers, ...(values ? ['neither'] : [])].map((value) => ({
      ...operation,
      name,
      bad: `${name}=${value}`,
    }))
  })
})

/** A path with its parameters filled in. */
export function pathOf(folder: string, param = 'unknown'): string {
  return folder.replaceAll(/\[[^\]]+\]/g, param)
}
