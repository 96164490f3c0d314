import { z } from 'zod'

/**
 * How a model's settings are called by its upstream, as data: the `request` of a catalog entry. A new model of fal or
 * Replicate is a JSON entry with one. In its fields:
 *
 * - `"{prompt}"` is the setting with its type, `"{duration:text}"` the setting as text, `"{duration}s"` a text around it.
 * - `{"{resolution}": {"720p": "std", "1080p": "pro"}}` is chosen by the setting.
 * - A field is left out if a setting in it is absent or has no choice. Everything else is sent as it is.
 */

/** The settings of images and videos that have a name in a request. */
const settingNames: readonly string[] = [
  ...['prompt', 'ratio', 'seed', 'width', 'height', 'quality', 'background', 'format', 'image', 'mask'],
  ...['resolution', 'duration', 'frames', 'generate_audio', 'camera_fixed', 'watermark'],
  ...['first_frame', 'last_frame', 'reference_images'],
]

type Json = z.infer<ReturnType<typeof z.json>>
type Fields = Readonly<Record<string, Json>>

const SETTING = /\{(\w+)(:text)?\}/g
const ALONE = /^\{(\w+)(:text)?\}$/

const Fields = z.record(z.string(), z.json()).superRefine((fields, context) => {
  for (const [, name = ''] of JSON.stringify(fields).matchAll(SETTING))
    if (!settingNames.includes(name))
      context.addIssue({
        code: 'custom',
        message: `{${name}} is not a setting: use ${settingNames.join(', ')}`,
      })
})

/** `model`: the upstream's id for requests of this kind; `{base}` is the route's own without its kind. */
const Form = z.strictObject({ model: z.string().min(1).optional(), fields: Fields.default({}) }).optional()

export const RequestShape = z.strictObject({
  fields: Fields,
  /** More for requests with only a prompt, with a source or first frame, and with reference images. */
  text: Form,
  image: Form,
  references: Form,
})
export type RequestShape = z.infer<typeof RequestShape>
export type RequestKind = 'text' | 'image' | 'references'

/** Null and undefined: absent. */
export type RequestSettings = Readonly<Record<string, Json | undefined>>

type Asked = { shape: RequestShape; kind: RequestKind; model: string; settings: RequestSettings }

/** The upstream's id of the model, and the fields of the request. */
export function writeRequest({ shape, kind, model, settings }: Asked): { model: string; fields: Fields } {
  const form = shape[kind]
  const base = model.replace(/\/(?:text|image|reference)-to-(?:video|image)$/, '')
  return {
    model: form?.model === undefined ? model : form.model.replace('{base}', base),
    fields: fillFields({ ...shape.fields, ...form?.fields }, settings),
  }
}

/** Whether the requests of a kind have a setting: others must refuse it. */
export function hasSetting(shape: RequestShape, kind: RequestKind, name: string): boolean {
  const text = JSON.stringify([shape.fields, shape[kind]?.fields])
  return [...text.matchAll(SETTING)].some(([, one]) => one === name)
}

function fillFields(fields: Fields, settings: RequestSettings): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const filled = fill(value, settings)
      return filled === undefined ? [] : [[name, filled]]
    }),
  )
}

/** Undefined if a setting in it is absent. */
function fill(value: Json, settings: RequestSettings): Json | undefined {
  if (typeof value === 'string') return fillText(value, settings)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => fill(item, settings))
    return items.every((item) => item !== undefined) ? items : undefined
  }
  const [choice, ...others] = Object.entries(value)
  const [, chooser] = ALONE.exec(choice?.[0] ?? '') ?? []
  if (choice && chooser !== undefined && others.length === 0) {
    const choices = z.record(z.string(), z.json()).safeParse(choice[1]).data
    return choices?.[String(settings[chooser])]
  }
  const filled = fillFields(value, settings)
  return Object.keys(filled).length === Object.keys(value).length ? filled : undefined
}

function fillText(text: string, settings: RequestSettings): Json | undefined {
  const [, alone, isText] = ALONE.exec(text) ?? []
  if (alone !== undefined && isText === undefined) return settings[alone] ?? undefined
  let isWhole = true
  const filled = text.replace(SETTING, (_, name: string) => {
    const value = settings[name]
    isWhole &&= value !== undefined && value !== null
    return String(value)
  })
  return isWhole ? filled : undefined
}
