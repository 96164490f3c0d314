// Checks who touches which table. A table belongs to the room whose schema declares it, `prisma/schema/<district>/<room>.prisma`; in lib
// only that room's files may name it, in SQL, in Prisma or through a relation. SQL functions belong to the room of their first word
// (`ledger_hold`). Exceptions are in `scripts/boundaries/districts.json`, each with a reason. Part of `npm run boundaries`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { listFiles } from '../steps/hash.mjs'

/** Functions not listed belong to the platform and can be used by all. */
const roomsOfFunctions = { ledger: 'money/ledger', usage: 'money/usage' }

/** Which room owns each table, model and SQL function. `schema`, `functions`: text by path. */
export function readOwners(schema, functions) {
  const owners = { tables: new Map(), models: new Map(), relations: new Map(), functions: new Map() }
  const fields = []
  for (const [path, text] of schema) {
    const room = path.replace(/^prisma\/schema\/|\.prisma$/g, '')
    for (const [, model, body] of text.matchAll(/^model (\w+) \{(.*?)^\}/gms)) {
      owners.models.set(camel(model), room)
      for (const [, field, type] of body.matchAll(/^ +(\w+) +([A-Z]\w*)(?:\[\]|\?)?(?: |$)/gm))
        fields.push([camel(model), field, camel(type)])
      owners.tables.set(/@@map\("(\w+)"\)/.exec(body)?.[1] ?? model, room)
    }
  }
  for (const [, text] of functions)
    for (const [, name] of text.matchAll(/CREATE OR REPLACE FUNCTION (\w+)/g))
      owners.functions.set(name, roomsOfFunctions[name.split('_')[0]])
  for (const [model, field, type] of fields) {
    const other = owners.models.get(type)
    if (other !== undefined && other !== owners.models.get(model))
      owners.relations.set(model, { ...owners.relations.get(model), [field]: other })
  }
  return owners
}

const camel = (model) => model[0].toLowerCase() + model.slice(1)

const roomOf = (path) => /^(?:lib|prisma\/sql)\/(platform|\w+\/[\w-]+)\//.exec(path)?.[1]

/** Each table (or function) that a file names, and which room owns it, if another's. */
export function findStrangers(path, text, owners) {
  const room = roomOf(path)
  const found = new Map()
  const note = (name, owner) => owner !== undefined && owner !== room && found.set(name, owner)
  for (const sql of sqlIn(path, text)) {
    for (const name of tablesIn(sql)) note(name, owners.tables.get(name))
    for (const [, name] of sql.matchAll(/\b(\w+)\(/g)) note(name, owners.functions.get(name))
  }
  for (const [, model] of text.matchAll(PRISMA_CALL)) {
    note(model, owners.models.get(model))
    for (const [field, owner] of Object.entries(owners.relations.get(model) ?? {}))
      if (new RegExp(`\\b${field}: (?:\\{|true\\b)`).test(text)) note(`${model}.${field}`, owner)
  }
  return found
}

const PRISMA_CALL =
  /\.\s*(\w+)\s*\.\s*(?:find(?:Unique|First|Many)|create|update|upsert|delete|count|aggregate|groupBy)(?:OrThrow|Many|ManyAndReturn)?\s*\(/g
/** What follows the words after which a table stands, and each comma of a FROM. */
const NAME = '[a-z]\\w*(?:(?:\\s+AS)?\\s+[a-z]\\w*)?'
const TABLES = new RegExp(
  `\\b(?:FROM|JOIN|INTO|UPDATE|TABLE|USING|TRUNCATE)\\s+(?:ONLY\\s+)?(${NAME}(?:\\s*,\\s*${NAME})*)`,
  'g',
)

function tablesIn(sql) {
  return [...sql.matchAll(TABLES)].flatMap(([, list]) => list.split(',').map((one) => /\w+/.exec(one)[0]))
}

/** Every literal of a TypeScript file, what is inserted into templates left out. */
function sqlIn(path, text) {
  const found = []
  const visit = (node) => {
    if (ts.isStringLiteralLike(node)) found.push(node.text)
    if (ts.isTemplateExpression(node))
      found.push(
        [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join(' $ '),
      )
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest))
  return found
}

/** A line for each table that a stranger names without a reason, and for each reason that nothing needs. */
export function checkTables(files, owners, exceptions) {
  const unused = new Set(
    Object.entries(exceptions).flatMap(([path, names]) =>
      Object.keys(names).map((name) => `${path} ${name}`),
    ),
  )
  const wrong = [...files].flatMap(([path, text]) =>
    [...findStrangers(path, text, owners)].flatMap(([name, owner]) =>
      unused.delete(`${path} ${name}`) ? [] : [`${path}: ${name} belongs to ${owner}`],
    ),
  )
  return [
    ...wrong,
    ...[...unused].map((one) => `scripts/boundaries/districts.json: ${one} is no longer an exception`),
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = join(import.meta.dirname, '..', '..')
  const read = (folder, ending) =>
    listFiles(root, folder)
      .filter((path) => ending.test(path) && !/\.test\.ts$|\/testing(\/|\.ts$)/.test(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')])
  const owners = readOwners(read('prisma/schema', /\.prisma$/), read('prisma/sql', /\.sql$/))
  const { tables: exceptions } = JSON.parse(
    readFileSync(join(root, 'scripts', 'boundaries', 'districts.json'), 'utf8'),
  )
  const wrong = checkTables(read('lib', /\.ts$/), owners, exceptions)
  for (const line of wrong) console.error(line)
  process.exitCode = wrong.length === 0 ? 0 : 1
}
