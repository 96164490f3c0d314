/** A JSON Schema as a caller wrote it: nothing about it is certain. */
export type JsonSchema = boolean | SchemaObject
export type SchemaObject = Readonly<Record<string, unknown>>
