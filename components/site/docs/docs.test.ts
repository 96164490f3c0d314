import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChatSection } from './chat-section'
import { ClientsPage } from './client-sections'
import { anchorOf, type DocsSlug, docsPages } from './docs-contents'
import { ImagesSection, PortraitsSection, UploadsSection, VideosSection } from './media-sections'
import { readOperations } from './reference/read-operations'
import { AuthenticationSection, ErrorsSection, LimitsSection } from './request-sections'
import { searchDocs } from './search-docs'

const at = { origin: 'https://portico.example' }
const pages: [DocsSlug, ReactElement][] = [
  ['authentication', createElement(AuthenticationSection, at)],
  ['clients', createElement(ClientsPage, at)],
  ['chat', createElement(ChatSection, at)],
  ['images', createElement(ImagesSection, at)],
  ['uploads', createElement(UploadsSection, at)],
  ['videos', createElement(VideosSection, at)],
  ['portraits', createElement(PortraitsSection, at)],
  ['errors', createElement(ErrorsSection, { errors: [], failures: [] })],
  ['limits', createElement(LimitsSection, { limits: [] })],
]

test.each(pages)('what %s has is what its contents say', (slug, page) => {
  const ids = [...renderToStaticMarkup(page).matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toEqual(docsPages.find((one) => one.slug === slug)?.headings.map(anchorOf))
})

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

test('an operation is read from the document, its nested fields by their way', () => {
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

test('pages, headings, codes, addresses and fields are found by all words, titles first', () => {
  const find = (query: string) =>
    searchDocs(query, readOperations(document), [{ code: 'not_found', message: 'There is none.' }])
  expect(find('codex')[0]?.href).toBe('/docs/clients')
  expect(find('NOT_found')[0]).toMatchObject({ title: 'not_found', href: '/docs/errors#codes' })
  expect(find('things parts[].size').map(({ href }) => href)).toEqual([
    '/docs/reference/things#postV1ThingsById',
  ])
  expect([find(''), find('no such words')]).toEqual([[], []])
})
