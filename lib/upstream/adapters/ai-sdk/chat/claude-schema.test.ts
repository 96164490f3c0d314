import { describe, expect, it } from 'vitest'
import { toClaudeSchema } from './claude-schema'

const string = { type: 'string' }
const point = { type: 'object', properties: { x: string, y: string }, required: ['x', 'y'] }

// RooCodeInc/Roo-Code#10726, makenotion/notion-mcp-server#340, zereight/gitlab-mcp#558
describe('alternatives at the top of a tool’s parameters', () => {
  it.each(['anyOf', 'oneOf'])('%s: every member may be there, those of all alternatives have to', (name) => {
    const schema = {
      description: 'A file',
      type: ['object', 'null'],
      properties: { id: string },
      required: ['id'],
      [name]: [
        {
          type: 'object',
          properties: { id: { type: 'number' }, url: string, size: string },
          required: ['url', 'size'],
        },
        { properties: { text: string, size: string }, required: ['size', 'text'] },
        { type: 'null' },
      ],
    }
    expect(toClaudeSchema(schema)).toEqual({
      description: 'A file',
      type: 'object',
      properties: { id: string, url: string, text: string, size: string },
      required: ['id', 'size'],
    })
  })

  it('allOf: all of them count, also by reference, in circles and within each other', () => {
    const schema = {
      $defs: { 'a/b': point, circle: { allOf: [{ $ref: '#/$defs/circle' }, { properties: { r: string } }] } },
      allOf: [
        { $ref: '#/$defs/a~1b' },
        { $ref: '#/$defs/circle' },
        { anyOf: [{ required: ['r'] }, { required: ['x', 'r'] }] },
        { $ref: 'https://elsewhere.example' },
      ],
    }
    expect(toClaudeSchema(schema)).toEqual({
      $defs: schema.$defs,
      type: 'object',
      properties: { x: string, y: string, r: string },
      required: ['x', 'y', 'r'],
    })
  })

  it('are no work that doubles with each reference', () => {
    const levels = Array.from({ length: 60 }, (_, at) => `d${at}`)
    const twice = (name: string) => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] })
    const $defs = Object.fromEntries(levels.map((name, at) => [name, twice(`d${at + 1}`)]))
    const schema = { $defs: { ...$defs, d60: point }, ...twice('d0') }
    expect(toClaudeSchema(schema)).toMatchObject({ properties: point.properties, required: ['x', 'y'] })
  })
})

// Dokploy/mcp#74, AlexGladkov/claude-in-mobile#57
it('what earlier drafts wrote otherwise is written as Claude’s draft has it, except for names and values', () => {
  const schema = {
    type: 'object',
    properties: {
      ttl: { type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      way: { type: 'array', items: { type: 'array', items: [string, string], additionalItems: false } },
      items: { default: { items: [1], exclusiveMinimum: true }, enum: [[{ items: [] }]] },
    },
  }
  expect(toClaudeSchema(schema)).toEqual({
    type: 'object',
    properties: {
      ttl: { type: 'integer', exclusiveMinimum: 0, maximum: 9 },
      way: { type: 'array', items: { type: 'array', prefixItems: [string, string], items: false } },
      items: schema.properties.items,
    },
  })
})

it('a schema that needs none of this keeps its parts', () => {
  const schema = {
    type: 'object',
    properties: { to: { anyOf: [point, { type: 'null' }] } },
    required: ['to'],
  }
  const sent = toClaudeSchema(schema)
  expect(sent).toEqual(schema)
  expect(sent.properties).toBe(schema.properties)
})
