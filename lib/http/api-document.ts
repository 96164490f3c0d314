import { z } from 'zod'
import { mayDo, type Permission, Role } from '@/lib/platform/roles'
import {
  describeSuccesses,
  errorSchema,
  headerComponents,
  jsonSchemaOf,
  RefusalResponses,
} from './api-responses'
import { perMinuteOf, permissionOf, type Route, type RouteModule, scopeOf } from './contract'
import { DEFAULT_MAX_BODY_BYTES } from './input'

type Events = Readonly<Record<string, { summary: string; event: z.ZodType }>>

/**
 * The OpenAPI 3.1 document, generated from the declarations that serve the requests; tests check responses against them
 * (`checkReply`, `checkRefusal`). `events`: webhooks.
 */
export function openApiDocument(
  modules: Readonly<Record<string, RouteModule>>,
  serverUrl: string,
  events: Events = {},
) {
  const refusals = new RefusalResponses()
  const paths = Object.fromEntries(
    Object.entries(modules).map(([path, module]) => [
      path.replace(/\[(\.\.\.)?(\w+)\]/g, '{$2}'),
      Object.fromEntries(
        Object.entries(module)
          .filter(([method]) => method !== 'OPTIONS')
          .map(([method, { route }]) => [
            method.toLowerCase(),
            describeOperation(method, path, route, refusals),
          ]),
      ),
    ]),
  )
  const webhooks = Object.entries(events).map(([name, event]) => [name, describeCallback(event)])
  return {
    openapi: '3.1.0',
    info: { title: 'Portico', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: serverUrl }],
    paths,
    webhooks: Object.fromEntries(webhooks),
    components: {
      securitySchemes,
      schemas: { Error: errorSchema },
      headers: headerComponents,
      responses: refusals.components,
    },
  }
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key: sk-portico-…' },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same key, in the header that Anthropic’s clients send.',
  },
  scim: { type: 'http', scheme: 'bearer', description: 'The SCIM token of an organization: scim-portico-…' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'next-auth.session-token',
    description:
      'The session of a person who is signed in at the console, only from the console’s own origin. Over https the cookie’s name begins with `__Secure-`.',
  },
}

/** One method of one path. */
function describeOperation(method: string, path: string, route: Route, refusals: RefusalResponses) {
  const { summary, callback } = route.declaration
  const permission = permissionOf(route, method)
  return {
    operationId: operationIdOf(method, path),
    tags: [tagOf(path)],
    summary,
    description: [describeLimit(route), ...(permission === null ? [] : [describeRoles(permission)])].join(
      ' ',
    ),
    ...(permission !== null && { 'x-required-permission': permission }),
    security: securityOf(route, method),
    parameters: describeParameters(route),
    ...describeBody(route.declaration),
    responses: { ...describeSuccesses(route), ...refusals.of(route, method) },
    ...(callback && {
      callbacks: { [callback.field]: { [`{$request.body#/${callback.field}}`]: describeCallback(callback) } },
    }),
  }
}

function describeLimit({ access, declaration }: Route): string {
  const unit = access === 'public' ? 'IP address' : access === 'scim' ? 'organization' : 'key'
  return `At most ${perMinuteOf(declaration.limit)} requests per minute and ${unit} (group \`${declaration.limit}\`).`
}

function describeRoles(permission: Permission): string {
  const roles = Role.options.filter((role) => mayDo(role, permission))
  return `For members whose role has \`${permission}\`: ${roles.join(', ')}.`
}

function securityOf(route: Route, method: string) {
  if (route.access === 'public') return []
  if (route.access === 'scim') return [{ scim: [] }]
  const session = { session: [] }
  if (route.declaration.isForPerson) return [session]
  const scopes = [scopeOf(route, method)]
  return [{ bearer: scopes }, { apiKeyHeader: scopes }, session]
}

function describeBody(declaration: Route['declaration']) {
  const {
    body,
    example,
    isBodyOptional,
    reads,
    maxBodyBytes,
    isForm,
    mediaType = 'application/json',
  } = declaration
  if (reads?.form) {
    const form = { schema: jsonSchemaOf(reads.form, 'input') }
    return { requestBody: { required: true, content: { 'multipart/form-data': form } } }
  }
  const schema = body ?? reads?.body
  if (schema === undefined) return {}
  if (schema === '*/*') return { requestBody: { required: true, content: { '*/*': {} } } }
  const json = { schema: jsonSchemaOf(schema, 'input'), ...(example !== undefined && { example }) }
  return {
    requestBody: {
      required: !isBodyOptional,
      description: `At most ${maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES} bytes.`,
      content: { [isForm ? 'multipart/form-data' : mediaType]: json },
    },
  }
}

/** The path, query and header parameters of an operation. */
function describeParameters({ declaration }: Route) {
  const { params, query, reads, refuses = [], idempotent, file, sharedForSeconds } = declaration
  return [
    ...fieldsOf(params, 'path'),
    ...fieldsOf(query ?? reads?.query, 'query'),
    ...(idempotent ? [idempotencyKey] : []),
    ...(refuses.includes('budget_exceeded') ? [tagsHeader] : []),
    ...(file || sharedForSeconds !== undefined ? [ifNoneMatch] : []),
    ...(file ? [range, ifRange] : []),
  ]
}

function fieldsOf(schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries<z.ZodType>(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    ...(place === 'path' ? describePathField(field) : { schema: jsonSchemaOf(field, 'input') }),
  }))
}

/** `[...id]` matches several path segments, which the document cannot express. */
function describePathField(field: z.ZodType) {
  const schema = jsonSchemaOf(field, 'input')
  if (schema.type !== 'array') return { schema }
  return { description: 'May contain slashes.', schema: { type: 'string', minLength: 1 } }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A request with the same key and body within 24 hours gets the first response again and does nothing. With another body it gets a 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]{1,255}$' },
}

const header = (name: string, description: string, required = false) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})
const tagsHeader = header(
  'x-portico-tags',
  'Tags of the request: `a=b,c=d`, other characters percent-encoded. At most 16 with those of the body and the key.',
)
const ifNoneMatch = header(
  'If-None-Match',
  'The `etag` of the response that the client has cached. The status is 304 if it is still current.',
)
const range = header('Range', 'One range of bytes, such as `bytes=0-1023`.')
const ifRange = header('If-Range', 'The `etag` of the file that the range belongs to.')

/** A signed POST to a customer's server. */
function describeCallback({ summary, event }: Events[string]) {
  return {
    post: {
      summary,
      security: [],
      parameters: signature,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchemaOf(event, 'output') } },
      },
      responses: {
        '2XX': { description: 'Received' },
        410: { description: 'No longer wanted: it is not retried' },
        default: { description: 'Retried later' },
      },
    },
  }
}

/** https://www.standardwebhooks.com */
const signature = [
  header('webhook-id', 'The same for every attempt.', true),
  header('webhook-timestamp', 'The time of this attempt in Unix seconds.', true),
  header(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures while a secret is rotated.',
    true,
  ),
]

/** The first prefix that matches. */
const tags: readonly (readonly [prefix: string, tag: string])[] = [
  ['/v1/images', 'Images'],
  ['/v1/uploads', 'Images'],
  ['/v1/videos', 'Videos'],
  ['/v1/audio', 'Audio'],
  ['/v1/portrait', 'Portraits'],
  ['/v1/files', 'Batches'],
  ['/v1/batches', 'Batches'],
  ['/v1/', 'Models'],
  ['/api-account/user/api-keys', 'API keys'],
  ['/api-account/user/billing', 'Billing'],
  ['/api-account/user/balance', 'Billing'],
  ['/api-account/user/usage', 'Usage'],
  ['/api-account/user/budgets', 'Usage'],
  ['/api-account/user/webhooks', 'Webhooks'],
  ['/api-account/user/alerts', 'Webhooks'],
  ['/api-account/user/images', 'Images'],
  ['/api-account/user/videos', 'Videos'],
  ['/api-account/user', 'Account'],
  ['/api-account/organization', 'Organization'],
  ['/api-account/admin', 'Operator'],
  ['/api-account', 'Catalog'],
  ['/scim', 'SCIM'],
  ['/providers', 'Catalog'],
  ['/rankings', 'Catalog'],
  ['/', 'Service'],
]

/** The heading under which the document lists a path. */
function tagOf(path: string): string {
  return tags.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'Service'
}

/** `postV1ImagesEdits`, `getV1ImagesGenerationsById`: the function's name in generated clients. */
function operationIdOf(method: string, path: string): string {
  const words = path.replace(/\[(?:\.\.\.)?(\w+)\]/g, 'by_$1').match(/[A-Za-z0-9]+/g) ?? []
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
