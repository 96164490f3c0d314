import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { apiRoutes } from '@/app/(api)/routes'
import { errorTable, wireCodeOf } from '@/lib/platform/errors'
import { openApiDocument } from './api-document'
import { refusalsOf } from './contract'

const event = z.object({ type: z.literal('balance.low') })
const Shown = z.looseObject({
  description: z.string(),
  headers: z.record(z.string(), z.unknown()),
  content: z.record(z.string(), z.looseObject({})).optional(),
})
const Operation = z.looseObject({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean() })),
  responses: z.record(z.string(), z.union([z.strictObject({ $ref: z.string() }), Shown])),
})
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ responses: z.record(z.string(), Shown) }),
})

const written: unknown = JSON.parse(
  JSON.stringify(
    openApiDocument(apiRoutes, 'https://portico.example', { 'balance.low': { summary: 'Low', event } }),
  ),
)
const document = Document.parse(written)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const at = (path: string, method: string) => Operation.parse(document.paths[path]?.[method])
const namesOf = (path: string, method: string) => at(path, method).parameters.map(({ name }) => name)

function refusalAt(path: string, method: string, status: number) {
  const response = at(path, method).responses[status]
  const name = z.object({ $ref: z.string() }).safeParse(response).data?.$ref.split('/').pop()
  return name === undefined ? Shown.parse(response) : Shown.parse(document.components.responses[name])
}

/** Every value under a key, at any depth. */
function valuesOf(key: string, part: unknown = written): unknown[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) => [
    ...(name === key ? [value] : []),
    ...valuesOf(key, value),
  ])
}

it('describes every route, each once', () => {
  const described = operations.map(({ path, method }) => `${method} ${path}`)
  const served = Object.entries(apiRoutes).flatMap(([path, module]) =>
    Object.entries(module)
      .filter(([method]) => method !== 'OPTIONS')
      .map(([method]) => `${method.toLowerCase()} ${path.replace(/\[(\.\.\.)?(\w+)\]/g, '{$2}')}`),
  )
  expect(described.sort()).toEqual(served.sort())
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^(get|post|put|patch|delete)[A-Z][A-Za-z0-9]*$/)
})

it('lists every error code of a route under its status, with an example', () => {
  for (const [path, module] of Object.entries(apiRoutes))
    for (const [method, { route }] of Object.entries(module)) {
      if (method === 'OPTIONS' || route.declaration.refusal) continue
      const address = path.replace(/\[(\.\.\.)?(\w+)\]/g, '{$2}')
      for (const code of refusalsOf(route, method)) {
        const { status } = errorTable[code]
        const shown = refusalAt(address, method.toLowerCase(), status)
        const example = shown.content?.['application/json']?.examples
        expect(example, `${method} ${path} ${code}`).toHaveProperty(
          [code, 'value', 'error', 'code'],
          wireCodeOf(code),
        )
      }
    }
})

it('describes errors in the envelope of the protocol', () => {
  const forbidden = refusalAt('/v1/portrait', 'post', 403).content?.['application/json']?.examples
  expect(forbidden).toHaveProperty('quota_exceeded.value.ResponseMetadata.Error.Code', 'QuotaExceeded')
  expect(at('/v1/portrait', 'post').responses).not.toHaveProperty('415')
  for (const { route } of Object.values(apiRoutes).flatMap((module) => Object.values(module)))
    expect(route.declaration.refusal === undefined).toBe(route.declaration.refusalReply === undefined)
  const overloaded = refusalAt('/v1/messages', 'post', 429)
  expect(overloaded.content).toHaveProperty(
    ['application/json', 'examples', 'rate_limit_exceeded', 'value', 'error', 'type'],
    'rate_limit_error',
  )
  expect(overloaded.headers).toHaveProperty('retry-after')
  expect(overloaded.headers).toHaveProperty('request-id')
  // Model listings may be requested by any client.
  const missing = refusalAt('/v1/models/{id}', 'get', 404).content?.['application/json']
  expect(missing).toMatchObject({
    schema: {
      anyOf: [{ $ref: '#/components/schemas/Error' }, { required: ['type', 'error', 'request_id'] }],
    },
    examples: { model_not_found: { value: { error: { code: 'model_not_found' } } } },
  })
})

it('accepts an Idempotency-Key on every route that creates something', () => {
  const others = operations
    .filter(({ method, operation }) => {
      const names = operation.parameters.map(({ name }) => name)
      return method === 'post' && operation.security.length > 0 && !names.includes('Idempotency-Key')
    })
    .map(({ path }) => path)
  // These end, set, count or show something, or are a button press that does nothing when repeated; sound is not kept, and a file is not read twice.
  expect(others.sort()).toEqual([
    '/api-account/admin/benchmarks/estimate',
    '/api-account/admin/benchmarks/runs/{id}/cancel',
    '/api-account/admin/connect',
    '/api-account/admin/customers/{id}/adjust', // with an id of its own
    '/api-account/admin/customers/{id}/aigc-groups',
    '/api-account/admin/customers/{id}/resume',
    '/api-account/admin/customers/{id}/suspend',
    '/api-account/admin/local-servers',
    '/api-account/admin/providers/{id}/discover',
    '/api-account/admin/providers/{id}/test',
    '/api-account/admin/queue/jobs/{id}/retry',
    '/api-account/admin/settings/alert-webhook',
    '/api-account/admin/settings/test-mail',
    '/api-account/invitations/{token}/accept',
    '/api-account/organization/delete',
    '/api-account/organization/handover',
    '/api-account/organization/invitations/{id}/resend',
    '/api-account/organization/switch',
    '/api-account/user/billing/document',
    '/api-account/user/delete-account',
    '/api-account/user/provider-keys/{id}/test',
    '/api/sandbox/checkout/{order_id}',
    '/scim/v2/.search',
    '/scim/v2/{type}',
    '/v1/audio/speech',
    '/v1/audio/transcriptions',
    '/v1/audio/translations',
    '/v1/batches/{id}/cancel',
    '/v1/files',
    '/v1/images/generations/{id}/cancel',
    '/v1/messages/count_tokens',
    '/v1/responses/input_tokens',
    '/v1/responses/{id}/cancel',
    '/v1/videos/generations/{id}/cancel',
  ])
})

it('lists of the account have one shape, except recent requests and jobs', () => {
  const Listed = z.object({ properties: z.object({ has_more: z.unknown() }).loose() })
  const lists = operations.flatMap(({ path, method, operation }) => {
    const ok = Shown.safeParse(operation.responses[200]).data?.content?.['application/json']?.schema
    const schema =
      method === 'get' && path.startsWith('/api-account/') ? Listed.safeParse(ok).data : undefined
    return schema ? [{ path, names: Object.keys(schema.properties) }] : []
  })
  const others = ['/api-account/user/usage/recent', '/api-account/admin/queue/jobs']
  const shared = lists.filter(({ path }) => !others.includes(path))
  expect(shared.map(({ path }) => path)).toContain('/api-account/user/api-keys')
  expect(shared.length).toBeGreaterThan(5)
  for (const { path, names } of shared)
    expect(names, path).toEqual(expect.arrayContaining(['object', 'data', 'has_more', 'next_cursor']))
})

it('says who may call', () => {
  expect(at('/v1/chat/completions', 'post').security).toEqual([
    { bearer: ['inference'] },
    { apiKeyHeader: ['inference'] },
    { session: [] },
  ])
  expect(at('/api-account/user/balance', 'get').security[0]).toEqual({ bearer: ['account:read'] })
  expect(at('/api-account/user/profile', 'get').security).toEqual([{ session: [] }])
  expect(at('/api-account/admin/models', 'get')).toMatchObject({
    tags: ['Operator'],
    security: [{ bearer: ['operator'] }, { apiKeyHeader: ['operator'] }, { session: [] }],
  })
  // Its address exists for operators alone.
  const refusals = Object.keys(at('/api-account/admin/models', 'get').responses)
  expect(refusals).toContain('404')
  expect(refusals).not.toContain('401')
  expect(refusals).not.toContain('403')
  expect(at('/providers', 'get').security).toEqual([])
  expect(at('/providers', 'get').responses).not.toHaveProperty('401')
  const remaining = 'x-ratelimit-remaining-requests'
  expect(refusalAt('/providers', 'get', 429).headers).not.toHaveProperty(remaining)
  expect(refusalAt('/api-account/user/balance', 'get', 429).headers).toHaveProperty(remaining)
  expect(refusalAt('/api-account/user/balance', 'get', 401).headers).not.toHaveProperty(remaining)
})

it('describes responses besides JSON, and their headers', () => {
  const chat = Shown.parse(at('/v1/chat/completions', 'post').responses[200])
  expect(Object.keys(chat.content ?? {})).toEqual(['application/json', 'text/event-stream'])
  expect(chat.headers).toHaveProperty('idempotent-replayed')
  expect(namesOf('/v1/chat/completions', 'post')).toEqual(['Idempotency-Key', 'x-portico-tags'])
  const media = at('/media/{id}', 'get')
  expect(Object.keys(media.responses)).toEqual(expect.arrayContaining(['200', '206', '304', '416']))
  expect(namesOf('/media/{id}', 'get')).toEqual(expect.arrayContaining(['Range', 'If-None-Match']))
  const part = Shown.parse(media.responses[206])
  expect(part.headers).toHaveProperty('content-range')
  expect(part.content).toHaveProperty(['image/*'])
  const providers = at('/providers', 'get').responses
  expect(Shown.parse(providers[200]).headers).toHaveProperty('etag')
  expect(Object.keys(providers)).toEqual(expect.arrayContaining(['304', '307']))
  expect(Shown.parse(at('/v1/videos/generations/{id}', 'get').responses[200]).headers).toHaveProperty(
    'retry-after',
  )
  expect(Shown.parse(at('/api/checkout/cancel', 'get').responses[303]).headers).toHaveProperty('location')
})

it('describes parameters as a client sends them', () => {
  expect(at('/v1/models/{id}', 'get').parameters).toMatchObject([
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  ])
  expect(at('/v1/portrait', 'post').parameters).toMatchObject([
    { name: 'Action', in: 'query', required: true },
    { name: 'Version', in: 'query', required: true, schema: { const: '2024-01-01' } },
    { name: 'Idempotency-Key', in: 'header', required: false },
  ])
  expect(at('/v1/videos/generations', 'get').parameters).toContainEqual({
    name: 'limit',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  })
})

it.each([
  [
    '/v1/chat/completions',
    { stream: false, temperature: 1, top_p: 1, frequency_penalty: 0, presence_penalty: 0 },
  ],
  ['/v1/images/generations/async', { n: 1, size: 'auto', output_format: 'png', moderation: 'auto' }],
  ['/v1/images/variations', { size: 'auto' }],
  ['/v1/videos/generations', { watermark: false, service_tier: 'default', execution_expires_after: 172_800 }],
  ['/api-account/user/api-keys/{id}/rotate', { grace_seconds: 3600 }],
])('lists the defaults of %s', (path, usual) => {
  const Body = z.object({ schema: z.object({ properties: z.record(z.string(), z.looseObject({})) }) })
  const content = z
    .object({ content: z.record(z.string(), Body) })
    .parse(at(path, 'post').requestBody).content
  const { properties } = z.object({ 'application/json': Body }).parse(content)['application/json'].schema
  for (const [field, value] of Object.entries(usual))
    expect(properties[field], field).toMatchObject({ default: value })
})

it('describes callbacks and webhooks, with their signatures', () => {
  const generations = at('/v1/videos/generations', 'post')
  const callback = ['callbacks', 'callback_url', '{$request.body#/callback_url}', 'post', 'parameters']
  expect(generations).toHaveProperty([...callback, 2, 'name'], 'webhook-signature')
  expect(written).toHaveProperty(['webhooks', 'balance.low', 'post', 'requestBody'])
})

it('has no broken reference, and describes every parameter of a path', () => {
  for (const reference of valuesOf('$ref')) {
    const steps = z.string().startsWith('#/').parse(reference).slice(2).split('/')
    expect(written, String(reference)).toHaveProperty(steps)
  }
  for (const { path, method, operation } of operations) {
    const named = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
    expect(named, `${method} ${path}`).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  }
})

it('has a valid example of every JSON body', () => {
  for (const [path, module] of Object.entries(apiRoutes)) {
    for (const [method, { route }] of Object.entries(module)) {
      const { body, reads, example, isForm } = route.declaration
      const schema = body ?? reads?.body
      if (schema === undefined || schema === '*/*' || isForm) continue
      expect(example, `${method} ${path}`).toBeDefined()
      expect(schema.safeParse(example), `${method} ${path}`).toMatchObject({ success: true })
    }
  }
})

/** References are resolved against the whole document, under a name of its own. */
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'document', ...z.record(z.string(), z.unknown()).parse(written) })

const Content = z.object({
  schema: z.looseObject({ $ref: z.string().optional() }),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
})

type ShownBody = { where: string; schema: object; values: unknown[] }

/** Every body that is described by a schema, with its examples. */
function shownIn(part: unknown, where = ''): ShownBody[] {
  if (typeof part !== 'object' || part === null) return []
  const content = 'schema' in part && !('in' in part) ? Content.safeParse(part).data : undefined
  if (content === undefined)
    return Object.entries(part).flatMap(([name, value]) => shownIn(value, `${where}/${name}`))
  const { schema, example, examples = {} } = content
  const values = [
    ...(example === undefined ? [] : [example]),
    ...Object.values(examples).map(({ value }) => value),
  ]
  const absolute = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')
  return [{ where, schema: JSON.parse(absolute), values }]
}

const shown = shownIn(written)

it('has valid schemas, and examples that match them', () => {
  expect(shown.flatMap(({ values }) => values).length).toBeGreaterThan(50)
  for (const { where, schema, values } of shown) {
    const fits = ajv.compile(schema)
    for (const value of values)
      expect(fits(value), `${where} ${JSON.stringify(value)} ${ajv.errorsText(fits.errors)}`).toBe(true)
  }
})
