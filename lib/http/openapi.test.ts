import { expect, it } from 'vitest'
import { apiRoutes } from '@/app/(api)/routes'
import { openApiDocument } from './openapi'

it('describes every route with its body, its parameters and its errors', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument(apiRoutes, 'https://portico.example')))
  expect(document.servers).toEqual([{ url: 'https://portico.example' }])
  const chat = document.paths['/v1/chat/completions'].post
  expect(chat.security).toEqual([{ bearer: ['inference'] }])
  expect(chat.requestBody.content['application/json'].schema.required).toContain('messages')
  const key = document.paths['/api-account/user/api-keys/{id}'].delete
  expect(key.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }])
  for (const [path, methods] of Object.entries<Record<string, { responses: object }>>(document.paths))
    for (const [method, operation] of Object.entries(methods))
      expect(operation.responses, `${method} ${path}`).toHaveProperty('default')
})

it('names every operation once, and says what it may answer besides JSON', () => {
  const { paths } = openApiDocument(apiRoutes, 'https://portico.example')
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^(get|post|put|patch|delete)[A-Z][A-Za-z0-9]*$/)
  const chat = paths['/v1/chat/completions']?.post
  expect(chat).toMatchObject({
    operationId: 'postV1ChatCompletions',
    tags: ['Models'],
    security: [{ bearer: ['inference'] }],
  })
  expect(chat?.responses[200]).toHaveProperty(['content', 'text/event-stream'])
  const portrait = paths['/v1/portrait']?.post
  expect(portrait?.parameters.map(({ name }) => name)).toEqual(['Action', 'Version'])
})

it('has an example of every body, which the route takes', () => {
  for (const [path, module] of Object.entries(apiRoutes)) {
    if (path.startsWith('/api-account/admin')) continue
    for (const [method, { route }] of Object.entries(module)) {
      const { body, reads, example } = route.declaration
      const schema = body ?? reads?.body
      if (schema === undefined || schema === '*/*') continue
      expect(example, `${method} ${path}`).toBeDefined()
      expect(schema.safeParse(example), `${method} ${path}`).toMatchObject({ success: true })
    }
  }
})
