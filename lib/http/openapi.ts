import { z } from 'zod'
import type { Route } from './route'
import type { RouteModule } from './route-table'

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
            .map(([method, exported]) => [method.toLowerCase(), operationOf(exported.route)]),
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

function operationOf(route: Route) {
  const { declaration, access } = route
  return {
    summary: declaration.summary,
    ...(access === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: [
      ...parametersOf(declaration.params, 'path'),
      ...parametersOf(declaration.query, 'query'),
      ...(declaration.idempotent ? [idempotencyKey] : []),
    ],
    ...(declaration.body
      ? { requestBody: { required: true, content: jsonContent(declaration.body, 'input') } }
      : {}),
    responses: {
      [declaration.status ?? 200]: {
        description: 'Success',
        ...(declaration.reply ? { content: jsonContent(declaration.reply, 'output') } : {}),
      },
      default: {
        description: 'An error',
        content: declaration.refusalReply
          ? jsonContent(declaration.refusalReply, 'output')
          : { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
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

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 255 },
}

const text = { type: 'string' }
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
