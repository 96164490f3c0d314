/** What the SDK sends, `a[b][0][c]=d`, as an object; lists are objects with numbers for names. */
type FormValue = string | FormBody
export type FormBody = { [name: string]: FormValue }

export function parseForm(text: string): FormBody {
  const body: FormBody = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean)
    let at = body
    for (const part of path.slice(0, -1)) {
      const next = at[part]
      const child = typeof next === 'object' ? next : {}
      at[part] = child
      at = child
    }
    at[path.at(-1) ?? name] = value
  }
  return body
}

export function textAt(body: FormBody, ...path: string[]): string | null {
  const value = valueAt(body, path)
  return typeof value === 'string' ? value : null
}

export function recordAt(body: FormBody, ...path: string[]): Record<string, string> {
  const value = valueAt(body, path)
  if (typeof value !== 'object') return {}
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, String(one)]))
}

function valueAt(body: FormBody, path: string[]): FormValue | undefined {
  return path.reduce<FormValue | undefined>(
    (value, part) => (typeof value === 'object' ? value[part] : undefined),
    body,
  )
}
