// docs/run/settings.md, made from .env.example (sections, defaults, descriptions) and the schema of lib/platform/variables.ts (types).

/**
 * `.env.example` as sections: `{ title, note, settings: [{ name, value, description }] }`. A section begins with `# -- Title. Note`; the
 * comment lines right above a variable describe it.
 */
export function readExample(example) {
  const sections = []
  let comment = []
  for (const line of example.split('\n')) {
    const [, title, note] = /^# -- (.+?)(?:\. (.+))?$/.exec(line) ?? []
    const [, name, value] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? []
    if (title) sections.push({ title, note, settings: [] })
    if (name) sections.at(-1).settings.push({ name, value, description: comment.join(' ') })
    const isComment = line.startsWith('# ') && !title
    comment = isComment ? [...comment, line.slice(2)] : []
  }
  return sections
}

/** Descriptions by variable, as `writeConfigSchema` takes them. */
export const describeSettings = (example) =>
  new Map(
    readExample(example).flatMap(({ settings }) =>
      settings.map(({ name, description }) => [name, description]),
    ),
  )

function typeOf(property) {
  if (property?.enum) return property.enum.map((value) => `\`${value}\``).join(', ')
  if (property?.type === 'integer')
    return property.maximum >= Number.MAX_SAFE_INTEGER
      ? `integer ≥ ${property.minimum}`
      : `integer, ${property.minimum} to ${property.maximum}`
  return property?.format === 'uri' ? 'URL' : 'text'
}

const cell = (text) => text.replaceAll('|', '\\|').replace(/<(\w+)>/g, '&lt;$1&gt;')
/** Variables and paths of this repository, as code. */
const asCode = (text) =>
  text.replace(
    /(?<![`\w/])((?:[A-Z][A-Z0-9]*_[A-Z0-9_]+\*?(?:\/[\w/-]+)?)|\/(?:console|api|v1)\b[\w/-]*)(?![\w`])/g,
    '`$1`',
  )
const withLinks = (text) => text.replace(/\bdocs\/run\/([\w-]+)\.md\b/g, '[$1.md]($1.md)')
const prose = (text) => cell(withLinks(asCode(text)))

/** `properties`: the JSON Schema of each variable, by name. A provider's key has none: it is text. */
export function writeSettingsPage(example, properties) {
  const sections = readExample(example).map(({ title, note, settings }) => {
    const rows = settings.map(({ name, value, description }) => {
      const fallback = value === '' ? '–' : `\`${value}\``
      return `| \`${name}\` | ${typeOf(properties[name])} | ${fallback} | ${prose(description)} |`
    })
    return [
      `## ${title}`,
      ...(note ? ['', prose(note)] : []),
      '',
      '| Variable | Type | Default | Meaning |',
      '| --- | --- | --- | --- |',
      ...rows,
    ].join('\n')
  })
  return `${introduction}\n${sections.join('\n\n')}\n`
}

const introduction = `# Settings

<!-- Made by \`npm run docs\` from .env.example and the settings' schema. Do not edit. -->

Every setting, with its default. [configure.md](configure.md) explains how to set them. An empty variable counts as not set. An invalid
value stops the start with exit code 1 and a message that names the variable.
`
