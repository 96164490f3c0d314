import { expect, it } from 'vitest'
import { apiRoutes } from '@/app/(api)/routes'
import { openApiDocument } from './openapi'

it('describes every route with its body, its parameters and its errors', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument(apiRoutes, 'https://portico.example')))
  expect(document.servers).toEqual([{ url: 'https://portico.example' }])
  const chat = document.paths['/v1/chat/completions'].post
  expect(chat.security).toEqual([{ bearer: [] }])
  expect(chat.requestBody.content['application/json'].schema.required).toContain('messages')
  const key = document.paths['/api-account/user/api-keys/{id}'].delete
  expect(key.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }])
  for (const [path, methods] of Object.entries<Record<string, { responses: object }>>(document.paths))
    for (const [method, operation] of Object.entries(methods))
      expect(operation.responses, `${method} ${path}`).toHaveProperty('default')
})
