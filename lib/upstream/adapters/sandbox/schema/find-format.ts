type Format = { test: (text: string) => boolean; example: (variant: number) => string }

const two = (value: number): string => String(value).padStart(2, '0')
const day = (variant: number): string =>
  `2025-${two((Math.floor(variant / 28) % 12) + 1)}-${two((variant % 28) + 1)}`
const hex = (variant: number, length: number): string =>
  variant.toString(16).padStart(length, '0').slice(-length)
const host = (variant: number): string => (variant === 0 ? 'example.com' : `site-${variant}.example.com`)
const dateShape = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const timeShape = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i
const hostShape = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i
const isDate = (text: string): boolean =>
  dateShape.test(text) && new Date(text).toISOString().startsWith(text)
const isUri = (text: string): boolean => /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(text)

const formats: Record<string, Format> = {
  date: { test: isDate, example: day },
  time: { test: (text) => timeShape.test(text), example: (variant) => `09:${two(variant % 60)}:00Z` },
  'date-time': {
    test: (text) =>
      isDate(text.slice(0, 10)) && /^t$/i.test(text[10] ?? '') && timeShape.test(text.slice(11)),
    example: (variant) => `${day(variant)}T09:00:00Z`,
  },
  duration: {
    test: (text) => /^P(?=.)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+S)?)?$/.test(text),
    example: (variant) => `PT${variant + 1}H`,
  },
  email: {
    test: (text) => /^[\w.+-]{1,64}@[\w-]+(\.[\w-]+)+$/.test(text) && !text.includes('..'),
    example: (variant) => (variant === 0 ? 'user@example.com' : `user${variant}@example.com`),
  },
  hostname: { test: (text) => hostShape.test(text), example: host },
  uri: { test: isUri, example: (variant) => `https://${host(variant)}/` },
  'uri-reference': {
    test: (text) => !/[\s<>"{}|\\^`]/.test(text),
    example: (variant) => `https://${host(variant)}/`,
  },
  ipv4: {
    test: (text) =>
      /^(\d{1,3}\.){3}\d{1,3}$/.test(text) &&
      text.split('.').every((part) => Number(part) < 256 && !/^0\d/.test(part)),
    example: (variant) => `192.0.2.${(variant % 254) + 1}`,
  },
  ipv6: {
    test: (text) => /^([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$|^2001:db8::[0-9a-f]{1,4}$/i.test(text),
    example: (variant) => `2001:db8::${((variant % 0xffff) + 1).toString(16)}`,
  },
  uuid: {
    test: (text) => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text),
    example: (variant) => `3f2504e0-4f89-41d3-9a0c-${hex(variant + 1, 12)}`,
  },
  'json-pointer': {
    test: (text) => /^(\/([^~/]|~[01])*)*$/.test(text),
    example: (variant) => `/items/${variant}`,
  },
  regex: { test: (text) => /^[\w ]*$/.test(text), example: (variant) => `item${variant}` },
}
const aliases: Record<string, string> = {
  'idn-email': 'email',
  'idn-hostname': 'hostname',
  iri: 'uri',
  url: 'uri',
  'iri-reference': 'uri-reference',
}

/** How a `format` is written and checked; undefined for one that is not known, which asks for nothing. */
export function findFormat(name: string | undefined): Format | undefined {
  if (name === undefined) return undefined
  const known = Object.hasOwn(aliases, name) ? aliases[name] : name
  return known !== undefined && Object.hasOwn(formats, known) ? formats[known] : undefined
}
