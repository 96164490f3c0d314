import { z } from 'zod'

/** An operation of `/openapi.json`, as the reference shows it. */
export type Operation = {
  /** Unique: `postV1ImagesEdits`. */
  id: string
  tag: string
  method: string
  path: string
  summary: string
  limit: string
  /** Null if no key is needed. */
  access: 'key' | 'session' | null
  /** The scope that a key needs. */
  scope: string | null
  parameters: (Field & { place: 'path' | 'query' | 'header' })[]
  body: Body | null
  replies: { status: string; description: string; mediaTypes: string[]; fields: Field[] }[]
}

export type Field = {
  /** `messages[].content` */
  name: string
  type: string
  isRequired: boolean
  text: string
}

type Body = { mediaType: string; fields: Field[]; example: string | null }

type Schema = z.infer<typeof Schema>
const Schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), Schema).optional()
  },
  get items() {
    return z.union([z.boolean(), Schema]).optional()
  },
  get anyOf(): z.ZodOptional<z.ZodArray<typeof Schema>> {
    return z.array(Schema).optional()
  },
  get oneOf(): z.ZodOptional<z.ZodArray<typeof Schema>> {
    return z.array(Schema).optional()
  },
})

const Content = z.record(z.string(), z.object({ schema: Schema.optional(), example: z.unknown().optional() }))
const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema: Schema,
})
const Reply = z.object({ description: z.string().optional(), content: Content.optional() })
const ApiOperation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()).min(1),
  summary: z.string(),
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.unknown()),
})
const ApiDocument = z.object({
  paths: z.record(z.string(), z.record(z.string(), ApiOperation)),
  components: z.object({ responses: z.record(z.string(), Reply) }),
})

/** All operations, in the order of the document. */
export function readOperations(document: unknown): Operation[] {
  const { paths, components } = ApiDocument.parse(document)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const keyed = operation.security.find(({ bearer }) => bearer)
      return {
        id: operation.operationId,
        tag: operation.tags[0] ?? '',
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        limit: operation.description,
        access: keyed ? 'key' : operation.security.length > 0 ? 'session' : null,
        scope: keyed?.bearer?.[0] ?? null,
        parameters: operation.parameters.map((parameter) => ({
          ...fieldOf(parameter.name, parameter.schema, parameter.required),
          text: [parameter.description, descriptionOf(parameter.schema)].filter(Boolean).join(' '),
          place: parameter.in,
        })),
        body: operation.requestBody ? bodyOf(operation.requestBody.content) : null,
        replies: Object.entries(operation.responses).map(([status, reply]) =>
          replyOf(status, resolve(reply, components.responses)),
        ),
      }
    }),
  )
}

/** The sections of the reference, in the order of the document. */
export function tagsOf(operations: readonly Operation[]): string[] {
  return [...new Set(operations.map(({ tag }) => tag))]
}

const Reference = z.object({ $ref: z.string() })

function resolve(reply: unknown, shared: Readonly<Record<string, z.infer<typeof Reply>>>) {
  const name = Reference.safeParse(reply).data?.$ref.split('/').at(-1)
  return name === undefined ? Reply.parse(reply) : (shared[name] ?? {})
}

function replyOf(status: string, { description, content = {} }: z.infer<typeof Reply>) {
  const json = content['application/json']?.schema
  // All errors have the same fields; their codes are in the description.
  const fields = json && Number(status) < 400 ? fieldsOf(json) : []
  return { status, description: description ?? '', mediaTypes: Object.keys(content), fields }
}

function bodyOf(content: z.infer<typeof Content>): Body | null {
  const [entry] = Object.entries(content)
  if (!entry) return null
  const [mediaType, { schema, example }] = entry
  return {
    mediaType,
    fields: schema ? fieldsOf(schema) : [],
    example: example === undefined ? null : JSON.stringify(example, null, 2),
  }
}

/** Deeper fields are easier to read in the document itself. */
const DEEPEST = 2

/** The fields of an object and of nested objects, with their paths. */
function fieldsOf(schema: Schema, path = '', depth = 0): Field[] {
  if (depth > DEEPEST) return []
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    fieldOf(`${path}${name}`, field, schema.required?.includes(name) ?? false),
    ...fieldsOf(field, `${path}${name}.`, depth + 1),
  ])
  const listed =
    typeof schema.items === 'object' ? fieldsOf(schema.items, `${path.slice(0, -1)}[].`, depth) : []
  const chosen = choices.flatMap((one) => fieldsOf(one, path, depth))
  const all = [...properties, ...listed, ...chosen]
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index)
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): Field {
  return { name: name.replace(/\.$/, ''), type: typeOf(schema), isRequired, text: descriptionOf(schema) }
}

function typeOf(schema: Schema): string {
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any')
  if (type === 'array' && typeof schema.items === 'object') return `array of ${typeOf(schema.items)}`
  return type
}

function descriptionOf(schema: Schema): string {
  const parts = [
    schema.description,
    schema.enum && `One of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}.`,
    schema.default !== undefined && `Default ${JSON.stringify(schema.default)}.`,
  ]
  return parts.filter(Boolean).join(' ')
}
