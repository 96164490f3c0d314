import { z } from 'zod'
import type { Route } from './route'
import type { RouteModule } from './route-table'
import { scopeOf } from './scope-of'

/**
 * The OpenAPI 3.1 document, made of the same declarations that serve the requests, so that it cannot say anything else.
 */
export function openApiDocument(modules: Readonly<Record<string, RouteModule>>, serverUrl: string) {
  const paths = Object.fromEntries(
    Object.entries(modules)
      .filter(([, module]) => !isForOperators(module))
      .map(([path, module]) => [
        path.replace(/\[(\.\.\.)?(\w+)\]/g, '{$2}'),
        Object.fromEntries(
          Object.entries(module)
            .filter(([method]) => method !== 'OPTIONS') // for browsers, not for people
            .map(([method, exported]) => [method.toLowerCase(), operationOf(method, path, exported.route)]),
        ),
      ]),
  )
  return {
    openapi: '3.1.0',
    info: { title: 'Portico', version: '1', license: { name: 'MIT' } },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key: sk-portico-…' },
      },
      schemas: { Error: errorSchema },
    },
  }
}

/** Operators' addresses are nobody else's business. */
function isForOperators(module: RouteModule): boolean {
  return Object.values(module).every(({ route }) => route.access === 'operator')
}

function operationOf(method: string, path: string, route: Route) {
  const { declaration, access } = route
  const { query, reads } = declaration
  return {
    operationId: operationIdOf(method, path),
    tags: [tagOf(path)],
    summary: declaration.summary,
    ...(access === 'public' ? {} : { security: [{ bearer: [scopeOf(route, method)] }] }),
    parameters: [
      ...parametersOf(declaration.params, 'path'),
      ...parametersOf(query ?? reads?.query, 'query'),
      ...(declaration.idempotent ? [idempotencyKey] : []),
    ],
    ...requestBodyOf(declaration),
    responses: {
      [declaration.status ?? 200]: { description: 'Success', ...successOf(declaration) },
      default: {
        description: 'An error',
        content: declaration.refusalReply
          ? jsonContent(declaration.refusalReply, 'output')
          : { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

/** `postV1ImagesEdits`, `getV1ImagesGenerationsById`: what generators call the function. */
function operationIdOf(method: string, path: string): string {
  const words = path.replace(/\[(?:\.\.\.)?(\w+)\]/g, 'by_$1').match(/[A-Za-z0-9]+/g) ?? []
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** The first that fits. */
const tags: readonly (readonly [prefix: string, tag: string])[] = [
  ['/v1/images', 'Images'],
  ['/v1/uploads', 'Images'],
  ['/v1/videos', 'Videos'],
  ['/v1/portrait', 'Portraits'],
  ['/v1/', 'Models'],
  ['/api-account/user/api-keys', 'API keys'],
  ['/api-account/user/billing', 'Billing'],
  ['/api-account/user/balance', 'Billing'],
  ['/api-account/user/usage', 'Usage'],
  ['/api-account/user/webhooks', 'Webhooks'],
  ['/api-account/user/alerts', 'Webhooks'],
  ['/api-account/user/images', 'Images'],
  ['/api-account/user/videos', 'Videos'],
  ['/api-account/user', 'Account'],
  ['/api-account', 'Catalog'],
  ['/providers', 'Catalog'],
  ['/rankings', 'Catalog'],
  ['/', 'Service'],
]

function tagOf(path: string): string {
  return tags.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'Service'
}

function requestBodyOf({ body, example, isBodyOptional, reads }: Route['declaration']) {
  const schema = body ?? reads?.body
  if (schema === undefined) return {}
  if (schema === '*/*') return { requestBody: { required: true, content: { '*/*': { schema: file } } } }
  const json = {
    ...jsonContent(schema, 'input')['application/json'],
    ...(example !== undefined && { example }),
  }
  return { requestBody: { required: !isBodyOptional, content: { 'application/json': json } } }
}

function successOf({ reply, alsoReplies = [] }: Route['declaration']) {
  const texts = alsoReplies.map((mediaType) => [mediaType, { schema: text }])
  const content = { ...(reply && jsonContent(reply, 'output')), ...Object.fromEntries(texts) }
  return Object.keys(content).length === 0 ? {} : { content }
}

function jsonContent(schema: z.ZodType, io: 'input' | 'output') {
  return {
    'application/json': {
      schema: z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }),
    },
  }
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries<z.ZodType>(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    schema: z.toJSONSchema(field, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' }),
  }))
}

const text = { type: 'string' }
const file = { type: 'string', format: 'binary' }
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 255 },
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'param', 'code', 'request_id'],
      properties: {
        message: text,
        type: text,
        param: { type: ['string', 'null'] },
        code: text,
        request_id: text,
        metadata: { type: 'object' },
      },
    },
  },
}
