import type { JsonSchema, SchemaObject } from './json-schema'

/** Where and how a value is being written. */
export type Writing = {
  root: JsonSchema
  /** Optional properties: all of them, or those that the message speaks of. */
  optional: 'all' | 'mentioned'
  material: Material
  /** Bounds the work, whatever the schema: values, and optional properties looked for in the message. */
  budget: { left: number; looks: number }
  write: (schema: JsonSchema, place: Place) => unknown
}

export type Place = {
  /** The property that the value is for, or that it is in a list of. */
  name: string
  depth: number
  /** Another number, another value: lists may ask for items that differ. */
  variant: number
}

/** What the conversation offers to fill a schema with. */
export type Material = {
  /** Values for a property, best first. */
  suggest: (name: string, schema: SchemaObject) => Suggestion[]
  /** Whether the message has these words. */
  mentions: (words: string) => boolean
}

export type Suggestion = {
  value: unknown
  /** The message speaks of this very property; else the value merely has the right type. */
  isNamed: boolean
  /** So that it is not offered first again. */
  take: () => void
}
