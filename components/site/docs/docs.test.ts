import { expect, test } from 'vitest'
import { docsPages, type GuidePage } from './docs-contents'
import { readOperations } from './reference/read-operations'
import { searchDocs } from './search-docs'

const document = {
  paths: {
    '/v1/things/{id}': {
      post: {
        operationId: 'postV1ThingsById',
        tags: ['Things'],
        summary: 'Change a thing',
        description: 'At most 60 requests a minute.',
        security: [{ bearer: ['inference'] }, { session: [] }],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['parts'],
                properties: {
                  parts: {
                    type: 'array',
                    items: { type: 'object', properties: { size: { type: 'integer' } } },
                  },
                  shape: { anyOf: [{ type: 'string', enum: ['round'] }, { type: 'null' }], default: 'round' },
                },
              },
              example: { parts: [] },
            },
          },
        },
        responses: { 200: { description: 'Success' }, 404: { $ref: '#/components/responses/404.gone' } },
      },
    },
  },
  components: { responses: { '404.gone': { description: 'not_found' } } },
}

test('an operation is read from the document, nested fields with their paths', () => {
  const [operation] = readOperations(document)
  expect(operation).toMatchObject({ method: 'POST', access: 'key', scope: 'inference', tag: 'Things' })
  expect(operation?.body?.fields.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
    ['parts', 'array of object', true],
    ['parts[].size', 'integer', false],
    ['shape', 'string or null', false],
  ])
  expect(operation?.replies.map(({ status, description }) => [status, description])).toEqual([
    ['200', 'Success'],
    ['404', 'not_found'],
  ])
})

const docsPage = (slug: string) => docsPages.find((page) => page.slug === slug) ?? docsPages[0]

test('the search finds pages, headings, codes, addresses and fields with all words, titles first', () => {
  const page: GuidePage = {
    ...docsPage('clients'),
    summary: 'Set-up of agents.',
    keywords: 'mcp',
    headings: ['Codex'],
    text: '',
  }
  const errors = [{ code: 'not_found', message: 'There is none.' }]
  const find = (query: string) => searchDocs(query, [page], readOperations(document), errors)
  expect(find('codex').map(({ href }) => href)).toEqual(['/docs/clients', '/docs/clients#codex'])
  expect(find('MCP agents')[0]?.href).toBe('/docs/clients')
  expect(find('NOT_found')[0]).toMatchObject({ title: 'not_found', href: '/docs/errors#codes' })
  expect(find('things parts[].size').map(({ href }) => href)).toEqual([
    '/docs/reference/things#postV1ThingsById',
  ])
  expect([find(''), find('no such words')]).toEqual([[], []])
})
